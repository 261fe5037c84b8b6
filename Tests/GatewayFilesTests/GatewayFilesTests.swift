import GatewayFiles
import Synchronization
import SystemCore
import TestSupport
import Testing

struct GatewayFilesTests {
    private let directory: TemporaryDirectory
    private let files: GatewayFiles

    init() throws {
        directory = try TemporaryDirectory()
        files = GatewayFiles(ofSocket: directory.file("tunerd.sock"))
    }

    private func status(pid: Int32 = Kernel.processID) -> GatewayStatus {
        var status = GatewayStatus()
        status.pid = Int64(pid)
        status.url = "http://localhost:8081/"
        return status
    }

    private func write(_ text: String, to name: String) throws {
        let file = try KernelFileSystem().open(directory.file(name), [.write, .create, .truncate], mode: 0o600)
        try file.writeFully(Array(text.utf8).span, at: 0)
    }

    @Test func `the files are beside the socket, for their user only`() throws {
        #expect(files.token == directory.file("tunerweb.token"))
        let claim = try files.publish(status())
        #expect(try Kernel.status(of: directory.file("tunerweb.token.status")).mode == 0o600)
        _ = consume claim
    }

    @Test func `a status can be read until its claim ends`() throws {
        #expect(try files.running() == nil)
        var claim = try files.publish(status())
        #expect(try files.running() == status())
        // Reading the status does not disturb the claim.
        #expect(try files.running() == status())
        claim = nil
        #expect(try files.running() == nil)
        claim = try files.publish(status())
        #expect(try files.running() == status())
        _ = consume claim
    }

    @Test func `only the first of two gateways publishes its status`() throws {
        let first = try files.publish(status())
        var second = status()
        second.url = "http://localhost:1/"
        if (try files.publish(second)) != nil {
            Issue.record("the second status is published")
        }
        #expect(try files.running() == status())
        _ = consume first
    }

    @Test func `the status of a process that has ended is no status`() throws {
        let claim = try files.publish(status(pid: Kernel.processID + 1))
        // The holder of the lock is another process than that of the status.
        #expect(try files.running() == nil)
        _ = consume claim
    }

    @Test func `gateways to two daemons in one directory have one token, and each has its own status`() throws {
        let other = GatewayFiles(ofSocket: directory.file("other.sock"))
        #expect(other.token == files.token)
        let first = try files.publish(status())
        #expect(try other.running() == nil)
        var second = status()
        second.url = "http://localhost:1/"
        let claim = try other.publish(second)
        #expect(try other.running() == second)
        #expect(try files.running() == status())
        _ = consume first
        _ = consume claim
    }

    @Test func `the status belongs to a socket, not to the spelling of its path`() throws {
        let shared = directory.file("shared")
        try KernelFileSystem().createDirectories(shared, mode: 0o700)
        try Kernel.setMode(shared, 0o777)
        #expect(symbolicLink(directory.file("link"), to: shared))
        func files(_ socket: String) -> GatewayFiles {
            GatewayFiles(ofSocket: directory.file(socket)) { $0 == "XDG_RUNTIME_DIR" ? directory.file("run") : nil }
        }
        #expect(files("shared/a.sock").token == directory.file("run/tuner/tunerweb.token"))
        #expect(files("shared/a.sock") == files("link/../shared/./a.sock"))
        #expect(files("shared/a.sock") != files("shared/b.sock"))
        #expect(files("shared/tunerd.sock") != files("run/tuner/tunerd.sock"))
    }

    @Test func `readers of a stale status do not see each other as the gateway`() throws {
        // A gateway was killed, and another process has its ID now.
        try write("1\n", to: "tunerweb.token.lock")
        try write(#"{"pid":1,"url":"http://localhost:8081/","version":"","started":""}"#, to: "tunerweb.token.status")
        let found = Mutex(0)
        let files = files
        let read: @Sendable () -> Void = {
            for _ in 0..<20_000 where (try? files.running()) != nil { found.withLock { $0 += 1 } }
        }
        let other = TestThread(read)
        read()
        other.join()
        #expect(found.withLock { $0 } == 0)
    }

    @Test func `a gateway publishes its status beside readers`() throws {
        let isDone = Atomic(false)
        let files = files
        let reader = TestThread {
            while !isDone.load(ordering: .relaxed) { _ = try? files.running() }
        }
        for _ in 0..<2_000 where (try files.publish(status())) == nil {
            Issue.record("the status is not published")
        }
        isDone.store(true, ordering: .relaxed)
        reader.join()
    }

    @Test(.enabled(if: Kernel.userID == 0)) func `the status in a directory of another user is no status`() throws {
        let claim = try files.publish(status())
        #expect(try files.running() == status())
        try Kernel.setOwner(of: directory.path, to: 65_534)
        #expect(try files.running() == nil)
        try Kernel.setOwner(of: directory.path, to: 0)
        _ = consume claim
    }
}
