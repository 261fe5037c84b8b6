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

    @Test func `the directory is made for the user alone`() throws {
        let lock = try StateLock(on: try path("a/b"))
        #expect(lock.directory == directory.file("a/b"))
        let names = ["a", "a/b", "a/b/tunerd.lock"]
        #expect(try names.map { try Kernel.status(of: directory.file($0)).mode } == [0o700, 0o700, 0o600])
    }

    @Test func `a long path is no problem`() throws {
        let name = String(repeating: "n", count: 200)
        let lock = try StateLock(on: try path("\(name)/\(name)"))
        #expect(try Kernel.names(in: lock.directory) == ["tunerd.lock"])
    }

    @Test func `the second is refused and names the first`() throws {
        let state = try path("state")
        let lock = try StateLock(on: state)
        #expect(throws: PlaceError.stateInUse(state.path, pid: Kernel.processID)) { _ = try StateLock(on: state) }
        _ = lock
    }

    @Test func `a directory that others can write to is refused`() throws {
        try Kernel.createDirectory(directory.file("state"), mode: 0o770)
        #expect(throws: PlaceError.stateDirectory(directory.file("state"), .isWritable(mode: 0o770))) {
            _ = try StateLock(on: try path("state"))
        }
        #expect(try Kernel.names(in: directory.file("state")).isEmpty)
    }

    @Test(Strangers.needsRoot) func `a directory of someone else is refused`() throws {
        try Kernel.createDirectory(directory.file("state"), mode: 0o700)
        Strangers.give(directory.file("state"), to: Strangers.user)
        #expect(throws: PlaceError.stateDirectory(directory.file("state"), .belongs(to: Strangers.user))) {
            _ = try StateLock(on: try path("state"))
        }
    }

    @Test func `a link leads to the state and to its lock`() throws {
        #expect(symbolicLink(directory.file("link"), to: directory.file("state")))
        try Kernel.createDirectory(directory.file("state"), mode: 0o700)
        let lock = try StateLock(on: try path("state"))
        #expect(throws: PlaceError.stateInUse(directory.file("link"), pid: Kernel.processID)) {
            _ = try StateLock(on: try path("link"))
        }
        try Kernel.setMode(directory.file("state"), 0o777)
        #expect(throws: PlaceError.stateDirectory(directory.file("link"), .isWritable(mode: 0o777))) {
            _ = try StateLock(on: try path("link"))
        }
        _ = lock
    }

    @Test func `a link to nowhere is refused`() throws {
        let link = directory.file("link")
        #expect(symbolicLink(link, to: directory.file("missing")))
        #expect(throws: PlaceError.failed(SystemError("stat", .noSuchFile, path: link), .state)) {
            _ = try StateLock(on: try path("link"))
        }
    }
}
