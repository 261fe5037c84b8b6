import SystemCore
import TestSupport
import Testing
import TunerAPI
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the daemon's own socket: its directory, its lock, files in its way, and its removal.
@Suite struct SocketTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("socket")
    }

    private func named(_ path: String) -> SocketPath { SocketPath(option: path, user: 7) { _ in nil } }

    /// Returns the user's default path below a directory.
    private func byDefault(in directory: String) -> SocketPath {
        SocketPath(option: nil, user: 7) { ["XDG_RUNTIME_DIR": directory][$0] }
    }

    private func bind(_ path: String, for group: SocketGroup? = nil) throws(StartupError) -> BoundSocket {
        try BoundSocket(holding: try SocketLock(on: named(path), for: group))
    }

    private func lock(_ socket: SocketPath, for group: SocketGroup? = nil) throws(StartupError) {
        _ = try SocketLock(on: socket, for: group)
    }

    private func status(_ path: String) throws -> FileStatus { try Kernel.status(of: path, followingLinks: false) }

    private func exists(_ path: String) -> Bool { (try? status(path)) != nil }

    // MARK: - Directory

    @Test func `only the user can use the socket and its directories`() throws {
        let socket = try bind(directory.file("a/b/socket"))
        #expect(socket.path == directory.file("a/b/socket"))
        #expect(
            try ["a", "a/b", "a/b/socket", "a/b/socket.lock"].map { try status(directory.file($0)).mode } == [
                0o700, 0o700, 0o600, 0o600,
            ]
        )
        _ = try Kernel.connect(to: try UnixAddress(directory.file("a/b/socket")))
    }

    @Test func `a group can traverse the directories and connect, and cannot use the lock file`() throws {
        try Kernel.setMode(directory.path, 0o711)
        let socket = try bind(directory.file("a/b/socket"), for: OtherUsers.group)
        let statuses = try ["a", "a/b", "a/b/socket"].map { try status(directory.file($0)) }
        #expect(statuses.map(\.mode) == [0o750, 0o750, 0o660])
        #expect(statuses.allSatisfy { $0.group == OtherUsers.group.id })
        #expect(try status(directory.file("a/b/socket.lock")).mode == 0o600)
        _ = socket
    }

    @Test(arguments: [0o770, 0o707, 0o1777] as [UInt32])
    func `a socket directory that other users can write to is refused`(mode: UInt32) throws {
        try Kernel.setMode(directory.path, mode)
        #expect(throws: StartupError.socketDirectory(directory.path, .isWritable(mode: mode))) { try lock(named(path)) }
        #expect(try Kernel.names(in: directory.path).isEmpty)
    }

    @Test(arguments: ["link/socket", "link//socket", "link/./socket"])
    func `a socket directory that is a symbolic link is refused`(spelling: String) throws {
        try Kernel.createDirectory(directory.file("directory"), mode: 0o700)
        #expect(symbolicLink(directory.file("link"), to: directory.file("directory")))
        #expect(throws: StartupError.socketDirectory(directory.file("link"), .isLink)) {
            try lock(named(directory.file(spelling)))
        }
        #expect(try Kernel.names(in: directory.file("directory")).isEmpty)
    }

    @Test(OtherUsers.needsRoot) func `a socket directory of another user is refused`() throws {
        try Kernel.createDirectory(directory.file("directory"), mode: 0o700)
        OtherUsers.give(directory.file("directory"), to: OtherUsers.user)
        #expect(throws: StartupError.socketDirectory(directory.file("directory"), .belongs(to: OtherUsers.user))) {
            try lock(named(directory.file("directory/socket")))
        }
    }

    @Test func `a file at the socket directory's path is refused`() throws {
        _ = try Kernel.open(directory.file("file"), [.write, .create])
        #expect(throws: StartupError.socketDirectory(directory.file("file"), .isNotDirectory)) {
            try lock(named(directory.file("file/socket")))
        }
        let below = directory.file("file/directory")
        #expect(throws: StartupError.failed(SystemError("mkdir", Errno(ENOTDIR), path: below), .socket)) {
            try lock(named(below + "/socket"))
        }
    }

    @Test func `the default directory's mode follows the group option at each start`() throws {
        try Kernel.setMode(directory.path, 0o711)
        let subdirectory = directory.file("tuner")
        for (group, mode) in [(nil, 0o700), (OtherUsers.group, 0o750), (nil, 0o700)] as [(SocketGroup?, UInt32)] {
            // A child process that is just starting may still hold the previous lock.
            try? Kernel.removeFile("\(subdirectory)/tunerd.sock.lock")
            try lock(byDefault(in: directory.path), for: group)
            #expect(try status(subdirectory).mode == mode)
        }
        try Kernel.setMode(subdirectory, 0o777)
        #expect(throws: StartupError.socketDirectory(subdirectory, .isWritable(mode: 0o777))) {
            try lock(byDefault(in: directory.path))
        }
    }

    @Test func `a directory that the user named keeps its mode`() throws {
        try Kernel.setMode(directory.path, 0o711)
        let subdirectory = directory.file("directory")
        try Kernel.createDirectory(subdirectory, mode: 0o755)
        try lock(named("\(subdirectory)/one"))
        try lock(named("\(subdirectory)/two"), for: OtherUsers.group)
        #expect(try status(subdirectory).mode == 0o755)
        try Kernel.setMode(subdirectory, 0o700)
        #expect(throws: StartupError.closedToGroup(subdirectory, mode: 0o700, OtherUsers.group)) {
            try lock(named("\(subdirectory)/three"), for: OtherUsers.group)
        }
    }

    @Test func `a group is refused when it cannot traverse a parent directory`() throws {
        try Kernel.setMode(directory.path, 0o700)
        #expect(throws: StartupError.closedToGroup(directory.path, mode: 0o700, OtherUsers.group)) {
            try lock(byDefault(in: directory.path), for: OtherUsers.group)
        }
        try lock(byDefault(in: directory.path))
    }

    @Test(OtherUsers.needsRoot) func `only a member of a group can give the socket to the group`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            try Kernel.setMode(directory.path, 0o711)
            OtherUsers.give(directory.path, to: OtherUsers.user)
            let group = OtherUsers.group
            demand(seteuid(OtherUsers.user) == 0)
            let socket = SocketPath(option: directory.file("socket"), user: 7) { _ in nil }
            do throws(StartupError) {
                _ = try BoundSocket(holding: try SocketLock(on: socket, for: group))
                fatalError("it is no member")
            } catch {
                demand(error == .notInGroup(directory.file("socket"), group))
            }
            demand(try Kernel.names(in: directory.path) == ["socket.lock"])
            demand(seteuid(0) == 0)
        }
    }

    // MARK: - Path

    @Test func `an invalid socket address is refused`() {
        let long = "/" + String(repeating: "n", count: UnixAddress.limit)
        let fault = UnixAddress.Fault.tooLong(length: UnixAddress.limit + 1, limit: UnixAddress.limit)
        #expect(throws: StartupError.socketPath(long, fault)) { try lock(named(long)) }
        #expect(throws: StartupError.socketPath("", .empty)) { try lock(named("")) }
        #expect(throws: StartupError.socketPath("/a\0b", .containsNUL)) { try lock(named("/a\0b")) }
    }

    @Test(arguments: ["/", "/..", "/."])
    func `a path that can only name a directory is refused`(end: String) throws {
        #expect(throws: StartupError.socketIsDirectory(directory.path + end)) { try lock(named(directory.path + end)) }
        #expect(try Kernel.names(in: directory.path).isEmpty)
    }

    // MARK: - Files in the way

    @Test func `a second socket lock is refused with the holder's pid`() throws {
        let socket = try bind(path)
        let before = try status(path).identity
        #expect(throws: StartupError.socketInUse(path, pid: Kernel.processID)) { try lock(named(path)) }
        #expect(try status(path).identity == before)
        _ = socket
    }

    @Test func `a socket with a live listener is kept, though its lock is free`() throws {
        let listener = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
        let before = try status(path)
        #expect(throws: StartupError.socketHasListener(path, pid: Kernel.processID)) { _ = try bind(path) }
        #expect(try status(path) == before)
        _ = listener
    }

    @Test func `a socket with a full backlog is kept`() throws {
        let address = try UnixAddress(path)
        let listener = try Kernel.listen(at: address, mode: 0o600, backlog: 0)
        let first = try Kernel.connect(to: address)
        #expect(throws: StartupError.socketHasListener(path, pid: nil)) { _ = try bind(path) }
        _ = first
        _ = listener
    }

    @Test func `a socket that receives datagrams is kept`() throws {
        let reader = try DatagramReader(path)
        #expect(throws: StartupError.socketHasListener(path, pid: nil)) { _ = try bind(path) }
        #expect(exists(path))
        withExtendedLifetime(reader) {}
    }

    @Test func `a socket without a listener is replaced`() throws {
        let gone = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
        // Shut down instead of closing: a child process that is just starting could keep a copy of the socket open.
        try Kernel.shutdown(gone)
        var socket = try bind(path)
        let listener = socket.takeListener()
        _ = try Kernel.connect(to: try UnixAddress(path))
        guard let listener, case .connection = try Kernel.accept(listener) else {
            Issue.record("it is the new one that listens")
            return
        }
        if case .some = socket.takeListener() { Issue.record("there is one listener") }
    }

    @Test func `a file at the path that is not a socket is kept`() throws {
        _ = try Kernel.open(directory.file("file"), [.write, .create])
        try Kernel.createDirectory(directory.file("directory"), mode: 0o700)
        let other = try Kernel.listen(at: try UnixAddress(directory.file("other")), mode: 0o600)
        try Kernel.shutdown(other)
        #expect(symbolicLink(directory.file("link"), to: directory.file("other")))
        #expect(symbolicLink(directory.file("nowhere"), to: directory.file("missing")))
        #expect(unsafe mkfifo(directory.file("pipe"), 0o600) == 0)
        let kinds: [(String, FileStatus.Kind)] = [
            ("file", .regular), ("directory", .directory), ("link", .symbolicLink), ("nowhere", .symbolicLink),
            ("pipe", .other),
        ]
        for (name, kind) in kinds {
            let before = try status(directory.file(name))
            #expect(throws: StartupError.inTheWay(directory.file(name), kind)) { _ = try bind(directory.file(name)) }
            #expect(try status(directory.file(name)) == before)
        }
        #expect(!exists(directory.file("missing")))
        #expect(exists(directory.file("other")))
    }

    // MARK: - End

    @Test func `withdrawal removes the socket file and keeps the lock file`() throws {
        var socket = try bind(path)
        let listener = socket.takeListener()
        socket.withdraw()
        #expect(try Kernel.names(in: directory.path) == ["socket.lock"])
        // Another program may use the path from now on.
        _ = try Kernel.open(path, [.write, .create])
        socket.withdraw()
        _ = consume socket
        #expect(exists(path))
        _ = consume listener
    }

    @Test func `a failed start removes its socket file`() throws {
        func fail() throws {
            let socket = try bind(path)
            #expect(exists(socket.path))
            throw StartupError.noStatePath
        }
        #expect(throws: StartupError.noStatePath) { try fail() }
        #expect(!exists(path))
    }

    @Test func `withdrawal keeps a socket that another process put at the path`() throws {
        var socket = try bind(path)
        try Kernel.removeFile(path)
        let other = try Kernel.listen(at: try UnixAddress(path), mode: 0o600)
        let before = try status(path)
        socket.withdraw()
        #expect(try status(path) == before)
        _ = consume socket
        #expect(try status(path) == before)
        _ = other
    }
}
