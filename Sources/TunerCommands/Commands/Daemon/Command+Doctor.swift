import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

extension Command {
    static let doctor = Command(
        "doctor",
        "Check the socket, the daemon and its state, and print what to do.",
        details: """
            Each line has a level, a subject and a fact:

              ok     nothing to do
              note   something to know, which may be intended
              fault  something that does not work

            The command also works without a daemon, and then prints why no daemon responds. Exit code 0 means that
            there is no fault, 1 that there is a fault.
            """,
        examples: ["tunerctl doctor"]
    ) { (invocation, output) throws(Failure) in
        let limit = invocation.global.timeout ?? DaemonEndpoint.patience
        let socket = SocketCheck(invocation.global)
        var findings = socket.findings
        var pid: Int64?
        do throws(Failure) {
            let connection = try DaemonEndpoint(invocation.global).connect(within: limit)
            let info = try connection.call(API.Server.info).result
            let layers = try connection.call(API.Layers.list).result.layers
            pid = info.pid
            let newest = try connection.call(plainly: API.Tunables.last, [:])["time"]?.text
            let clients = try clients(connection)
            let known = try knownKeys(in: clients, connection)
            let sources = try sources(connection)
            findings +=
                DaemonCheck(info, layers, clients, sources: sources, knownKeys: known, newestCommit: newest).findings
        } catch {
            guard error.meansDaemonIsDown else { throw error }
            findings.append(SocketCheck.finding(about: error))
        }
        findings += ServiceCheck.run()?.findings(socket: socket.path, daemon: pid) ?? []
        let isWell = !findings.contains { $0.level == .fault }
        try output.print(
            ["ok": .boolean(isWell), "findings": .array(findings.map(\.json))],
            else: findings.map(\.lines).joined()
        )
        return isWell ? .done : .refused
    }

    /// Returns the keys in the faults of programs that `tunerctl describe` knows.
    private static func knownKeys(
        in clients: [ClientRecord],
        _ connection: DaemonConnection
    ) throws(Failure) -> Set<String> {
        var known: Set<String> = []
        for key in Set(clients.flatMap { $0.refused + $0.faults.compactMap(\.key) }) {
            do throws(Failure) {
                _ = try connection.call(plainly: API.Tunables.describe, ["key": .string(key)])
                known.insert(key)
            } catch .refused(let error) {
                if error.data["isFlag"] == true { known.insert(key) }
            }
        }
        return known
    }

    /// Returns the connected programs; none from an older daemon, which has no such method.
    private static func clients(_ connection: DaemonConnection) throws(Failure) -> [ClientRecord] {
        do throws(Failure) {
            return try connection.call(API.Server.clients).result.clients
        } catch .refused(let error) where error.kind == ErrorKind.methodNotFound.rawValue {
            return []
        }
    }

    /// Returns the sources of layers; none from an older daemon, which has no such method.
    private static func sources(_ connection: DaemonConnection) throws(Failure) -> [ListedSyncSource] {
        do throws(Failure) {
            return try connection.call(API.Sync.status).result.sources
        } catch .refused(let error) where error.kind == ErrorKind.methodNotFound.rawValue {
            return []
        }
    }
}
