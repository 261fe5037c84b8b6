import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

/// A preset: the local values, stored as a layer that is never active.
struct Preset {
    let preset: PresetLayer

    /// Creates the preset with a name, for a command; throws if the name is not valid.
    init(_ name: String, for command: String) throws(Failure) {
        preset = PresetLayer(name)
        if let sentence = preset.nameFault {
            throw .usage(UsageError(.text(sentence), command: command))
        }
    }

    /// Makes a call about the layer; its errors speak of the preset.
    func call<Value>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        do throws(Failure) {
            return try body()
        } catch .refused(let error) {
            let message = preset.missingSentence(error) ?? error.message
            throw .refused(RemoteError(code: error.code, message: message, data: error.data))
        }
    }

    /// Stores the present values of the matching keys; prints a note for each value that is left out.
    func save(
        _ connection: DaemonConnection,
        _ match: PatternList?,
        _ output: Output
    ) throws(Failure) -> Response<PutLayerResult> {
        let exported = try connection.call(API.Tunables.export, PresetLayer.exportParameters(match)).result
        let replaced = try previous(connection)
        let response = try connection.callInPieces(API.Layers.put, preset.putParameters(exported, match))
        if let replaced {
            let values = CountText.of(replaced.values.entries.count, "value")
            output.note("tunerctl: the preset \(preset.name.shown) was replaced; it had \(values)\n")
        }
        for key in exported.invalidKeys {
            output.note("tunerctl: the stored value of \(key.shown) is not valid; the preset leaves it out\n")
        }
        for key in exported.secrets ?? [] {
            output.note("tunerctl: \(key.shown) is secret; the preset leaves it out\n")
        }
        return response
    }

    /// Replaces the present values with the stored ones, each as it was saved.
    func load(_ connection: DaemonConnection, isDryRun: Bool = false) throws(Failure) -> Response<ReplaceResult> {
        var request = LayerParameters()
        request.name = preset.layer
        let stored = try call { () throws(Failure) in try connection.call(API.Layers.get, request).result }
        let parameters = PresetLayer.loadParameters(stored, isDryRun: isDryRun)
        return try connection.callInPieces(API.Tunables.setAll, parameters)
    }

    /// Returns the stored preset; nil if there is none.
    private func previous(_ connection: DaemonConnection) throws(Failure) -> LayerResult? {
        var parameters = LayerParameters()
        parameters.name = preset.layer
        do throws(Failure) {
            return try connection.call(API.Layers.get, parameters).result
        } catch .refused(let error) where error.kind == ErrorKind.unknownLayer.rawValue {
            return nil
        }
    }
}
