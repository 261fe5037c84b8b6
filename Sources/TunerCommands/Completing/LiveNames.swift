import ConsoleCore
import JSONCore
import TunableEngine
import TunerAPI

/// The names that the daemon knows at this moment.
///
/// All lists are empty if the daemon is not reachable: a completion must not print errors.
final class LiveNames {
    /// The limit of keys; nobody reads a longer list.
    private static let limit: Int64 = 1_000

    private let connect: () throws(Failure) -> DaemonConnection
    /// The connection, opened by the first request; nil if the only attempt has failed.
    private lazy var connection = try? connect()

    /// Creates the names with a function that connects at the first request.
    init(_ connect: @escaping () throws(Failure) -> DaemonConnection) { self.connect = connect }

    /// Returns the keys, and the paths of members, that begin with a text.
    func keys(_ start: String) -> [String] {
        let parameters: JSONObject = ["match": .string("\(start)*"), "limit": .integer(LiveNames.limit)]
        let keys = call(API.Tunables.getAll, parameters)?["values"]?.object?.members.map(\.name) ?? []
        return keys + members(start)
    }

    /// Returns the paths of the members of the tunable, or of the member, before the last dot of a text.
    private func members(_ start: String) -> [String] {
        guard let dot = start.lastIndex(of: "."),
            let described = call(API.Tunables.describe, ["key": .string(String(start[..<dot]))])
        else { return [] }
        let members = [described["spec"]?["properties"], described["value"]].compactMap { $0?.object?.members }
        return members.joined().map { start[...dot] + $0.name }.filter { (try? Key($0)) != nil }
    }

    /// Returns the possible values of a key if they are listed, or else the present value.
    func values(of key: String) -> [String] {
        guard let described = call(API.Tunables.describe, ["key": .string(key)]), described["secret"] != true else {
            return []
        }
        if let values = described["spec"]?["enum"]?.elements { return values.map(\.line) }
        if described["spec"]?["type"] == "boolean" || described["value"]?.kind == .boolean { return ["true", "false"] }
        return described["value"].map { [$0.line] } ?? []
    }

    func flags() -> [String] { names(API.Flags.list, "flags", "key") }

    /// Returns the variants of a flag.
    func variants(of key: String) -> [String] {
        let flag = call(API.Flags.list, [:])?["flags"]?.elements?.first { $0["key"] == .string(key) }
        return flag?["variants"]?.elements?.map(\.line) ?? []
    }

    func layers() -> [String] { names(API.Layers.list, "layers", "name") }

    func presets() -> [String] {
        layers().compactMap { PresetLayer(ofLayer: $0)?.name }
    }

    func worlds() -> [String] { names(API.Worlds.list, "worlds", "world") }

    /// Returns the IDs of the connected processes.
    func processes() -> [String] { names(API.Server.clients, "clients", "pid") }

    private func names<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ list: String,
        _ name: String
    ) -> [String] {
        call(method, [:])?[list]?.elements?.compactMap { $0[name]?.line } ?? []
    }

    private func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: JSONObject
    ) -> JSON? {
        try? connection?.call(plainly: method, .object(parameters))
    }
}
