import RPCCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct ServerTrustTests {
    private static let me = Kernel.userID
    private static let stranger: UInt32 = 65_534
    private static let root: ConditionTrait = .enabled(
        if: Kernel.userID == 0 || Demands.areStrict,
        "only root can be someone else for a moment"
    )

    private let directory: TemporaryDirectory
    private let address: UnixAddress

    init() throws {
        directory = try TemporaryDirectory()
        address = try UnixAddress(directory.file("socket"))
    }

    private func connect(to address: UnixAddress, _ trust: ServerTrust) throws {
        _ = try Client(connectingTo: address, trusting: trust, within: .seconds(60))
    }

    @Test func `the client trusts the user's own server in the user's own directory`() throws {
        let listener = try Kernel.listen(at: address, mode: 0o600)
        let client = try Client(connectingTo: address, trusting: .user(Self.me), within: .seconds(60))
        #expect(client.server.pid == Kernel.processID)
        #expect(client.server.uid == Self.me)
        _ = listener
    }

    @Test(arguments: [0o770, 0o702, 0o1777] as [UInt32])
    func `the client does not connect in a directory that other users can write to`(mode: UInt32) throws {
        let listener = try Kernel.listen(at: address, mode: 0o600)
        try Kernel.setMode(directory.path, mode)
        #expect(throws: ClientError.distrusted(.directory(directory.path, .isWritable(mode: mode)))) {
            try connect(to: address, .user(Self.me))
        }
        if case .wouldBlock = try Kernel.accept(listener) {} else { Issue.record("it connected all the same") }
        try connect(to: address, .anyone)
    }

    @Test(arguments: ["link", "link/", "link/.", "link/./"])
    func `the client distrusts a directory that is a symbolic link, however spelled`(spelling: String) throws {
        let listener = try Kernel.listen(at: address, mode: 0o600)
        let other = try TemporaryDirectory()
        #expect(symbolicLink(other.file("link"), to: directory.path))
        let linked = try UnixAddress(other.file("\(spelling)/socket"))
        #expect(throws: ClientError.distrusted(.directory(other.file("link"), .isLink))) {
            try connect(to: linked, .user(Self.me))
        }
        try connect(to: linked, .anyone)
        _ = listener
    }

    @Test func `the client distrusts a directory of another user`() throws {
        let listener = try Kernel.listen(at: address, mode: 0o600)
        // Clients trust root's directories, so root must change the owner first.
        let owner = Self.me == 0 ? Self.stranger : Self.me
        if Self.me == 0 { #expect(unsafe chown(directory.path, owner, 0) == 0) }
        #expect(throws: ClientError.distrusted(.directory(directory.path, .belongs(to: owner)))) {
            try connect(to: address, .user(12_345))
        }
        _ = listener
    }

    @Test func `the client trusts root's server in root's directory`() throws {
        let root = PeerCredentials(pid: 1, uid: 0, gid: 0)
        #expect(throws: Never.self) { try ServerTrust.user(12_345).check(root, at: address) }
        #expect(throws: Never.self) {
            try ServerTrust.user(12_345).check(directoryOf: try UnixAddress("/etc/tunerd.sock"))
        }
    }

    @Test(Self.root) func `the client distrusts another user's server, unless any server is allowed`() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let address = try UnixAddress(directory.file("socket"))
            demand(unsafe chown(directory.path, 65_534, 65_534) == 0)
            demand(seteuid(65_534) == 0)
            let listener = try Kernel.listen(at: address, mode: 0o600)
            demand(seteuid(0) == 0)
            demand(unsafe chown(directory.path, 0, 0) == 0)
            do throws(ClientError) {
                _ = try Client(connectingTo: address, trusting: .user(0), within: .seconds(60))
                fatalError("the client accepted a server of another user")
            } catch {
                demand(error == .distrusted(.server(address.path, user: 65_534)))
            }
            let client = try Client(connectingTo: address, trusting: .anyone, within: .seconds(60))
            demand(client.server.uid == 65_534)
            _ = listener
        }
    }

    @Test func `a missing directory is reported as an unreachable server`() throws {
        let missing = try UnixAddress(directory.file("missing/socket"))
        #expect(throws: ClientError.unreachable(SystemError("lstat", .noSuchFile, path: directory.file("missing")))) {
            try connect(to: missing, .user(Self.me))
        }
    }

    @Test(
        arguments: [
            (
                .directory("/t", .isLink),
                "/t is a symbolic link, so another user could replace the socket; "
                    + "to connect anyway, name the socket with --socket"
            ),
            (
                .directory("/t", .isWritable(mode: 0o777)),
                "/t can be written to by other users (mode 0777), so another user could replace the socket; "
                    + "to connect anyway, name the socket with --socket"
            ),
            (
                .server("/t\n/s", user: 7),
                #"the server at /t\u{a}/s runs as user 7, which is neither you nor root; "#
                    + "to connect anyway, name the socket with --socket"
            ),
        ] as [(TrustFault, String)]
    )
    func `the error about an untrusted server names the remedy`(distrust: TrustFault, sentence: String) {
        #expect(distrust.description == sentence)
    }

    @Test func `the error about an invalid socket path names the remedy`() {
        let long = "/" + String(repeating: "n", count: 120)
        let faults = [("", UnixAddress.Fault.empty), ("/a\0", .containsNUL), (long, .tooLong(length: 121, limit: 107))]
        #expect(
            faults.map { path, fault in fault.sentence(about: path) } == [
                "the path of a socket must not be empty; name a path with --socket",
                #"/a\u{0} has a NUL character, which a path cannot have; name another path with --socket"#,
                "\(long) has 121 bytes, but the path of a Unix socket may have at most 107; name a shorter path with --socket",
            ]
        )
    }
}
