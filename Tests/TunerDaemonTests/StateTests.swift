import SystemCore
import TestSupport
import Testing
import TunerAPI
import TunerDaemon

/// Tests of the state's directory and its lock.
@Suite struct StateTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func path(_ name: String) throws -> StatePath {
        try #require(StatePath(option: directory.file(name)) { _ in nil })
    }

    @Test func `the state directory is created for the user alone`() throws {
        let lock = try StateLock(on: try path("a/b"))
        #expect(lock.directory == directory.file("a/b"))
        let names = ["a", "a/b", "a/b/tunerd.lock"]
        #expect(try names.map { try Kernel.status(of: directory.file($0)).mode } == [0o700, 0o700, 0o600])
    }

    @Test func `a state path may be longer than a socket path`() throws {
        let name = String(repeating: "n", count: 200)
        let lock = try StateLock(on: try path("\(name)/\(name)"))
        #expect(try Kernel.names(in: lock.directory) == ["tunerd.lock"])
    }

    @Test func `a second state lock is refused with the holder's pid`() throws {
        let state = try path("state")
        let lock = try StateLock(on: state)
        #expect(throws: StartupError.stateInUse(state.path, pid: Kernel.processID)) { _ = try StateLock(on: state) }
        _ = lock
    }

    @Test func `a state directory that other users can write to is refused`() throws {
        try Kernel.createDirectory(directory.file("state"), mode: 0o770)
        #expect(throws: StartupError.stateDirectory(directory.file("state"), .isWritable(mode: 0o770))) {
            _ = try StateLock(on: try path("state"))
        }
        #expect(try Kernel.names(in: directory.file("state")).isEmpty)
    }

    @Test(OtherUsers.needsRoot) func `a state directory of another user is refused`() throws {
        try Kernel.createDirectory(directory.file("state"), mode: 0o700)
        OtherUsers.give(directory.file("state"), to: OtherUsers.user)
        #expect(throws: StartupError.stateDirectory(directory.file("state"), .belongs(to: OtherUsers.user))) {
            _ = try StateLock(on: try path("state"))
        }
    }

    @Test func `a symbolic link to the state directory uses the target's lock and mode`() throws {
        #expect(symbolicLink(directory.file("link"), to: directory.file("state")))
        try Kernel.createDirectory(directory.file("state"), mode: 0o700)
        let lock = try StateLock(on: try path("state"))
        #expect(throws: StartupError.stateInUse(directory.file("link"), pid: Kernel.processID)) {
            _ = try StateLock(on: try path("link"))
        }
        try Kernel.setMode(directory.file("state"), 0o777)
        #expect(throws: StartupError.stateDirectory(directory.file("link"), .isWritable(mode: 0o777))) {
            _ = try StateLock(on: try path("link"))
        }
        _ = lock
    }

    @Test func `a dangling symbolic link is refused`() throws {
        let link = directory.file("link")
        #expect(symbolicLink(link, to: directory.file("missing")))
        #expect(throws: StartupError.failed(SystemError("stat", .noSuchFile, path: link), .state)) {
            _ = try StateLock(on: try path("link"))
        }
    }
}
