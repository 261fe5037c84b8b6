import JSONCore
import TunerAPI

/// All that is set, kept as a layer that never counts.
struct Preset {
    /// What the names of such layers begin with.
    static let prefix = "preset:"
    /// Every key, built-in ones too.
    private static let everything = PatternList(["*", "stew.*"])

    /// The name of the layer.
    let layer: String

    /// The preset of a name.
    init(_ name: String) { layer = Preset.prefix + name }

    /// Keeps what is set now.
    func save(_ connection: DaemonConnection) throws(Failure) -> Answer<PutLayerResult> {
        var parameters = PutLayerParameters()
        parameters.name = layer
        let exported = try export(connection)
        parameters.values = JSONObject(exported.values.entries.map { ($0.name, $0.value) })
        let answer = try connection.callInPieces(API.Layers.put, parameters)
        for key in exported.invalidKeys {
            Output.complain("tunerctl: the stored value of \(key.shown) is not valid; the preset leaves it out\n")
        }
        return answer
    }

    /// Makes what was kept all that is set.
    func load(_ connection: DaemonConnection) throws(Failure) -> Answer<ReplaceResult> {
        var parameters = SetAllParameters()
        parameters.values = try kept(connection)
        return try connection.callInPieces(API.Tunables.setAll, parameters)
    }

    /// What is set differently now, and what was kept of it.
    func changes(_ connection: DaemonConnection) throws(Failure) -> [ChangeRecord] {
        let local = try local(connection)
        let kept = try kept(connection)
        let added = kept.members.map(\.name).filter { local[$0] == nil }
        return (local.members.map(\.name) + added).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .filter { local[$0] != kept[$0] }
            .map { key in
                var change = ChangeRecord()
                change.key = key
                change.old = local[key]
                change.value = kept[key]
                return change
            }
    }

    private func local(_ connection: DaemonConnection) throws(Failure) -> JSONObject {
        let values = try export(connection).values
        return JSONObject(values.entries.map { ($0.name, $0.value) })
    }

    private func export(_ connection: DaemonConnection) throws(Failure) -> ExportResult {
        var parameters = MatchParameters()
        parameters.match = Preset.everything
        return try connection.call(API.Tunables.export, parameters).result
    }

    private func kept(_ connection: DaemonConnection) throws(Failure) -> JSONObject {
        var parameters = LayerParameters()
        parameters.name = layer
        let values = try connection.call(API.Layers.get, parameters).result.values
        return JSONObject(values.entries.map { ($0.name, $0.value) })
    }
}
