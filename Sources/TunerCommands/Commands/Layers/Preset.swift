import ConsoleCore
import JSONCore
import RPCCore
import TunableEngine
import TunerAPI

/// A preset: the local values, stored as a layer that is never active.
struct Preset {
    /// The prefix that marks a layer as a preset.
    static let prefix = "preset:"
    /// All keys, with the built-in ones.
    private static let everything = PatternList(["*", "stew.*"])

    let layer: String
    private let name: String

    /// Creates the preset with a name; throws if the name is not valid.
    init(_ name: String) throws(Failure) {
        if let fault = Key.fault(in: name.utf8.span) {
            let sentence = fault.sentence(aboutName: name, of: "preset")
            throw .usage(UsageError(.text(sentence), command: "preset"))
        }
        self.name = name
        layer = Preset.prefix + name
    }

    /// Makes a call about the layer; its errors speak of the preset.
    func call<Value>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        do throws(Failure) {
            return try body()
        } catch .refused(let error) where error.kind == ErrorKind.unknownLayer.rawValue {
            let nearest = error.data["nearest"]?.text.flatMap { nearest in
                nearest.hasPrefix(Preset.prefix) ? String(nearest.dropFirst(Preset.prefix.count)) : nil
            }
            let message = "there is no preset \(name.shown)\(NearestName.question(nearest))"
            throw .refused(RemoteError(code: error.code, message: message, data: error.data))
        }
    }

    /// Stores the present values; prints a note for each value that is left out.
    func save(_ connection: DaemonConnection, _ output: Output) throws(Failure) -> Response<PutLayerResult> {
        var parameters = PutLayerParameters()
        parameters.name = layer
        let exported = try export(connection)
        parameters.values = JSONObject(exported.values.entries.map { ($0.name, $0.value) })
        let replaced = try previous(connection)
        let response = try connection.callInPieces(API.Layers.put, parameters)
        if let replaced {
            let values = CountText.of(replaced.values.entries.count, "value")
            output.note("tunerctl: the preset \(name.shown) was replaced; it had \(values)\n")
        }
        for key in exported.invalidKeys {
            output.note("tunerctl: the stored value of \(key.shown) is not valid; the preset leaves it out\n")
        }
        return response
    }

    /// Replaces the present values with the stored ones.
    func load(_ connection: DaemonConnection) throws(Failure) -> Response<ReplaceResult> {
        var parameters = SetAllParameters()
        parameters.values = try kept(connection)
        return try connection.callInPieces(API.Tunables.setAll, parameters)
    }

    /// Returns the differences: `old` is the present value, and `value` is the stored value.
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
        let values = try call { () throws(Failure) in
            try connection.call(API.Layers.get, parameters).result.values
        }
        return JSONObject(values.entries.map { ($0.name, $0.value) })
    }

    /// Returns the stored preset; nil if there is none.
    private func previous(_ connection: DaemonConnection) throws(Failure) -> LayerResult? {
        var parameters = LayerParameters()
        parameters.name = layer
        do throws(Failure) {
            return try connection.call(API.Layers.get, parameters).result
        } catch .refused(let error) where error.kind == ErrorKind.unknownLayer.rawValue {
            return nil
        }
    }
}
