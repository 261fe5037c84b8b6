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
    private static let sourceSeparator: Character = ","
    /// The beginning of the source of a preset with patterns, which `tunerctl layers` prints.
    private static let sourceStart = "preset save --match "

    let layer: String
    private let name: String

    /// Creates the preset with a name, for a command; throws if the name is not valid.
    init(_ name: String, for command: String) throws(Failure) {
        if let fault = Key.fault(in: name.utf8.span) {
            let sentence = fault.sentence(aboutName: name, of: "preset")
            throw .usage(UsageError(.text(sentence), command: command))
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

    /// Stores the present values of the matching keys; prints a note for each value that is left out.
    func save(
        _ connection: DaemonConnection,
        _ match: PatternList?,
        _ output: Output
    ) throws(Failure) -> Response<PutLayerResult> {
        var parameters = PutLayerParameters()
        parameters.name = layer
        parameters.source = Preset.source(match)
        let exported = try export(connection, match ?? Preset.everything)
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

    /// Replaces the present values with the stored ones, each as it was saved.
    func load(_ connection: DaemonConnection, isDryRun: Bool = false) throws(Failure) -> Response<ReplaceResult> {
        var request = LayerParameters()
        request.name = layer
        let stored = try call { () throws(Failure) in try connection.call(API.Layers.get, request).result }
        var parameters = SetAllParameters()
        parameters.values = JSONObject(stored.values.entries.map { ($0.name, $0.value) })
        parameters.storesAll = true
        parameters.match = Preset.patterns(in: stored.source)
        parameters.isDryRun = isDryRun
        return try connection.callInPieces(API.Tunables.setAll, parameters)
    }

    private func export(_ connection: DaemonConnection, _ match: PatternList) throws(Failure) -> ExportResult {
        var parameters = MatchParameters()
        parameters.match = match
        return try connection.call(API.Tunables.export, parameters).result
    }

    /// Returns the text that keeps the patterns of a preset in the layer, as its source; nil for all keys.
    private static func source(_ patterns: PatternList?) -> String? {
        patterns.map { sourceStart + $0.texts.joined(separator: String(sourceSeparator)) }
    }

    /// Returns the patterns that the source of a layer has; nil for all keys.
    private static func patterns(in source: String?) -> PatternList? {
        guard let source, source.hasPrefix(sourceStart) else { return nil }
        return PatternList(source.dropFirst(sourceStart.count).split(separator: sourceSeparator).map(String.init))
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
