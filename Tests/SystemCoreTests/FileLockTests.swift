import SystemCore
import TestSupport
import Testing

@Suite struct FileLockTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("lock")
    }

    private static func isHeld(_ outcome: consuming FileLock.Outcome, by pid: Int32?) -> Bool {
        switch outcome {
        case .acquired: false
        case .held(let holder): holder == pid
        }
    }

    @Test func `a second acquisition reports the holder's pid`() throws {
        guard case .acquired(let lock) = try FileLock.acquire(path) else {
            Issue.record("nobody has it")
            return
        }
        #expect(lock.path == path)
        #expect(Self.isHeld(try FileLock.acquire(path), by: Kernel.processID))
        #expect(try KernelFileSystem().status(of: path, followingLinks: false).mode == 0o600)
    }

    @Test func `another process sees the lock as held by the holder's pid`() async throws {
        guard case .acquired(let lock) = try FileLock.acquire(path) else {
            Issue.record("nobody has it")
            return
        }
        let pid = Kernel.processID
        await #expect(processExitsWith: .success) { [path = path as String, pid = pid as Int32] in
            demand(Kernel.processID != pid)
            guard case .held(by: pid) = try FileLock.acquire(path) else { fatalError("the other process has it") }
        }
        _ = lock
    }

    @Test func `releasing frees the lock, and the next holder replaces the pid`() throws {
        _ = try KernelFileSystem().open(path, [.write, .create]).writeFully(Array("123456789012\n".utf8).span, at: 0)
        for _ in 0..<3 {
            let lock = try Self.takeFree(path)
            let bytes = try KernelFileSystem().open(path, .read).readWhole()
            #expect(String(decoding: bytes, as: UTF8.self) == "\(Kernel.processID)\n")
            _ = lock
        }
    }

    @Test func `the holder's pid is read up to the line break`() throws {
        let lock = try Self.takeFree(path)
        let file = try KernelFileSystem().open(path, [.write])
        try file.writeFully(Array("\(Kernel.processID)\n4711\n".utf8).span, at: 0)
        #expect(Self.isHeld(try FileLock.acquire(path), by: Kernel.processID))
        try file.writeFully(Array("no number\n".utf8).span, at: 0)
        #expect(Self.isHeld(try FileLock.acquire(path), by: nil))
        _ = lock
    }

    @Test(arguments: [ProcessState.ending, .gone])
    func `acquisition waits for a holder that is exiting or gone`(state: ProcessState) throws {
        let first = Box(try Self.takeFree(path))
        var attempts = 0
        let outcome = try FileLock.acquire(path) { pid in
            attempts += 1
            // Simulates a kernel that releases the lock some time after the first attempt.
            if attempts == 3 { first.lock = nil }
            return pid == Kernel.processID ? state : .running
        }
        guard case .acquired = outcome else {
            Issue.record("it was released")
            return
        }
        // More attempts are possible: a child that another test is starting has a copy of the descriptor for a moment.
        #expect(attempts >= 3)
    }

    @Test func `acquisition does not wait for a running holder`() throws {
        let lock = try Self.takeFree(path)
        var attempts = 0
        let outcome = try FileLock.acquire(path) { _ in
            attempts += 1
            return .running
        }
        let isHeld = Self.isHeld(outcome, by: Kernel.processID)
        #expect(isHeld)
        #expect(attempts == 1)
        _ = lock
    }

    #if os(Linux)
    @Test func `a child process is running, then ending until it is reaped, then gone`() async {
        await #expect(processExitsWith: .success) {
            demand(Kernel.state(of: Kernel.processID) == .running)
            let pid = try Kernel.startInBackground("/bin/cat", [], output: "/dev/null")
            guard let process = try Kernel.openProcess(pid) else { preconditionFailure("a child is there") }
            _ = try Kernel.wait(for: .readable, on: process, .duration(.seconds(60)))
            demand(Kernel.state(of: pid) == .ending)
            try Kernel.waitForEnd(ofChild: pid)
            demand(Kernel.state(of: pid) == .gone)
        }
    }
    #endif

    /// A holder from which a closure can release the lock.
    private final class Box {
        var lock: FileLock?

        init(_ lock: consuming FileLock) { self.lock = consume lock }
    }

    /// Acquires a lock that no process holds, except for a child that another test is starting.
    ///
    /// Such a child has a copy of every descriptor until it executes its program.
    private static func takeFree(_ path: String) throws -> FileLock {
        var taken: Box?
        let isTaken = try eventually {
            if case .acquired(let lock) = try FileLock.acquire(path) {
                taken = Box(lock)
            }
            return taken != nil
        }
        guard isTaken, let lock = taken?.lock.take() else { throw Held() }
        return lock
    }

    private struct Held: Error {}

    @Test func `a lock is released when its process crashes`() async throws {
        await #expect(processExitsWith: .signal(Trap.signal)) { [path = path as String] in
            guard case .acquired(let lock) = try FileLock.acquire(path) else { return }
            fatalError("dies with \(lock.path)")
        }
        _ = try Self.takeFree(path)
    }

    @Test func `a holder with an unreadable pid is reported without a pid`() throws {
        guard case .acquired(let lock) = try FileLock.acquire(path) else {
            Issue.record("nobody has it")
            return
        }
        try KernelFileSystem().open(path, .write).truncate(to: 0)
        #expect(Self.isHeld(try FileLock.acquire(path), by: nil))
        try KernelFileSystem().open(path, .write).writeFully(Array("12".utf8).span, at: 0)
        #expect(Self.isHeld(try FileLock.acquire(path), by: nil))
        // The pid of a process that no longer exists.
        try KernelFileSystem().open(path, .write).writeFully(Array("2147483647\n".utf8).span, at: 0)
        #expect(Self.isHeld(try FileLock.acquire(path), by: nil))
        _ = lock
    }

    @Test func `a symbolic link at the lock's path is refused`() throws {
        try KernelFileSystem().createDirectory(directory.file("elsewhere"), mode: 0o700)
        #expect(symbolicLink(path, to: directory.file("elsewhere/lock")))
        #expect(throws: SystemError("open", .tooManySymbolicLinks, path: path)) { _ = try FileLock.acquire(path) }
    }
}
