import JSONCore
import TunableEngine
import TunerAPI

/// The names that a daemon knows now; none where it cannot be asked: a completion is no place for complaints.
final class LiveNames {
    /// Nobody looks through more.
    private static let most: Int64 = 1_000

    private let connect: () throws(Failure) -> DaemonConnection
    /// Made when something is asked, and tried once.
    private lazy var connection = try? connect()

    /// Asks on a connection that is made when something is asked.
    init(_ connect: @escaping () throws(Failure) -> DaemonConnection) { self.connect = connect }

    /// Keys that begin with a text.
    func keys(_ start: String) -> [String] {
        let parameters: JSONObject = ["match": .string("\(start)*"), "limit": .integer(LiveNames.most)]
        return ask(API.Tunables.getAll, parameters)?["values"]?.object?.members.map(\.name) ?? []
    }

    /// What a key's value may be: all where they are few, else the present one.
    func values(of key: String) -> [String] {
        guard let described = ask(API.Tunables.describe, ["key": .string(key)]) else { return [] }
        if let values = described["spec"]?["enum"]?.elements { return values.map(\.line) }
        if described["spec"]?["type"] == "boolean" || described["value"]?.kind == .boolean { return ["true", "false"] }
        return described["value"].map { [$0.line] } ?? []
    }

    func flags() -> [String] { names(API.Flags.list, "flags", "key") }

    /// The variants of a flag.
    func variants(of key: String) -> [String] {
        let flag = ask(API.Flags.list, [:])?["flags"]?.elements?.first { $0["key"] == .string(key) }
        return flag?["variants"]?.elements?.map(\.line) ?? []
    }

    func layers() -> [String] { names(API.Layers.list, "layers", "name") }

    func presets() -> [String] {
        layers().filter { $0.hasPrefix(Preset.prefix) }.map { String($0.dropFirst(Preset.prefix.count)) }
    }

    func worlds() -> [String] { names(API.Worlds.list, "worlds", "world") }

    private func names<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ list: String,
        _ name: String
    ) -> [String] {
        ask(method, [:])?[list]?.elements?.compactMap { $0[name]?.line } ?? []
    }

    private func ask<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: JSONObject
    ) -> JSON? {
        try? connection?.call(plainly: method, .object(parameters))
    }
}
