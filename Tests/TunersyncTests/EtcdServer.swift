import NetworkCore
import SyncTestSupport
import SystemCore
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A member of etcd on free ports of this machine.
final class EtcdServer {
    static let isInstalled = Kernel.isProgram("/usr/bin/etcd") && Kernel.isProgram("/usr/bin/etcdctl")

    let directory: TemporaryDirectory
    let port: UInt16
    let peerPort: UInt16
    private let name: String
    private let scheme: String
    private let options: [String]
    /// The members of the cluster, as etcd takes them; nil for this member alone.
    private var cluster: String
    private var data: String
    private(set) var program: Program?
    /// The user and the password of `etcdctl`.
    var credentials: [String] = []

    /// Starts a cluster of one member.
    convenience init(_ options: [String] = [], hasTLS: Bool = false) throws {
        try self.init(name: "one", options, hasTLS: hasTLS)
        try start()
        try waitUntilReady()
    }

    private init(name: String, _ options: [String], hasTLS: Bool = false) throws {
        directory = try TemporaryDirectory()
        self.name = name
        (port, peerPort) = (TestPort.next(), TestPort.next())
        scheme = hasTLS ? "https" : "http"
        if hasTLS { try Origin.makeCertificate(in: directory) }
        let files = ["--cert-file", directory.file("certificate.pem"), "--key-file", directory.file("key.pem")]
        self.options = options + (hasTLS ? files : [])
        data = directory.file("data")
        cluster = ""
        cluster = member
    }

    /// Starts a cluster of three members.
    static func cluster() throws -> [EtcdServer] {
        let members = try ["one", "two", "three"].map { try EtcdServer(name: $0, []) }
        let cluster = members.map(\.member).joined(separator: ",")
        for member in members {
            member.cluster = cluster
            try member.start()
        }
        for member in members { try member.waitUntilReady() }
        return members
    }

    var endpoint: String { "\(scheme)://127.0.0.1:\(port)" }

    /// The path of the certificate, which signs itself.
    var certificate: String { directory.file("certificate.pem") }

    private var peer: String { "http://127.0.0.1:\(peerPort)" }

    private var member: String { "\(name)=\(peer)" }

    /// Starts the member with the data that it has.
    func start() throws {
        program = try Program(
            "/usr/bin/etcd",
            [
                "--name", name, "--data-dir", data, "--listen-client-urls", endpoint, "--advertise-client-urls",
                endpoint,
                "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster,
                "--election-timeout", "1000", "--log-outputs", "stderr",
            ] + options
        )
    }

    /// Waits until the member responds to `etcdctl`.
    func waitUntilReady() throws {
        let isReady = try eventually { try control(["endpoint", "health"]).code == 0 }
        guard isReady, program != nil else { throw ProgramFault.doesNotRead }
    }

    /// Ends the member without a warning.
    func kill() throws {
        try program?.crash()
        program = nil
    }

    /// Stops the member, which keeps its connections.
    func stop() throws { try program?.suspend() }

    func resume() throws { try program?.send(SIGCONT) }

    /// Runs `etcdctl` with arguments.
    @discardableResult func control(_ arguments: [String]) throws -> Program.Result {
        let trust = scheme == "https" ? ["--cacert", certificate] : []
        return try Program(
            "/usr/bin/etcdctl",
            ["--endpoints", endpoint] + trust + credentials + arguments,
            environment: ["ETCDCTL_API": "3", "PATH": "/usr/bin:/bin"]
        ).wait()
    }

    /// Sets a key.
    func put(_ key: String, _ value: String) throws {
        let result = try control(["put", "--", key, value])
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }

    func delete(_ key: String) throws { try control(["del", key]) }

    /// Sets a key to the content of a file.
    func put(_ key: String, fileAt path: String) throws {
        let result = try Program(
            script: "exec env ETCDCTL_API=3 /usr/bin/etcdctl --endpoints \(endpoint) put '\(key)' <'\(path)'"
        ).wait()
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }

    /// The revision of the last change.
    func revision() throws -> Int { Int(try status("Revision")) ?? 0 }

    /// The number of the member in hexadecimal.
    func identifier() throws -> String { String(UInt64(try status("MemberID")) ?? 0, radix: 16) }

    func isLeader() throws -> Bool { try status("Leader") == status("MemberID") }

    /// Returns a field of the member's status.
    private func status(_ name: String) throws -> String {
        let text = try control(["endpoint", "status", "-w", "fields"]).output
        let line = text.split(separator: "\n").first { $0.hasPrefix("\"\(name)\"") }
        return line?.split(separator: " ").last.map(String.init) ?? ""
    }

    /// Replaces the data by a snapshot; the member must not run.
    func restore(_ snapshot: String) throws {
        data += "-restored"
        let result = try control([
            "snapshot", "restore", snapshot, "--data-dir", data, "--name", name, "--initial-cluster", cluster,
            "--initial-advertise-peer-urls", peer,
        ])
        guard result.code == 0 else { throw ProgramFault.hasEnded(result) }
    }
}
