import JSONCore
package import RPCCore
import TunableEngine
package import TunerAPI

/// The layer in which a preset is stored, with the values that were set; it is never active.
package struct PresetLayer {
    /// The prefix that marks a layer as a preset.
    package static let prefix = "preset:"
    /// All keys, with the built-in ones.
    private static let everything = PatternList(["*", "stew.*"])
    private static let sourceSeparator: Character = ","
    /// The beginning of the source of a preset with patterns, which the list of layers prints.
    private static let sourceStart = "preset save --match "

    /// The name of the preset.
    package let name: String

    package init(_ name: String) { self.name = name }

    /// Creates the preset of a layer; nil if the layer is no preset.
    package init?(ofLayer layer: String) {
        guard layer.hasPrefix(PresetLayer.prefix) else { return nil }
        name = String(layer.dropFirst(PresetLayer.prefix.count))
    }

    /// The name of the layer.
    package var layer: String { PresetLayer.prefix + name }

    /// The reason why the name is not valid; nil if it is.
    package var nameFault: String? { Key.fault(in: name.utf8.span)?.sentence(aboutName: name, of: "preset") }

    /// Returns the parameters of the export that has the values to save.
    package static func exportParameters(_ match: PatternList?) -> MatchParameters {
        var parameters = MatchParameters()
        parameters.match = match ?? everything
        return parameters
    }

    /// Returns the parameters that store the values of an export.
    package func putParameters(_ exported: ExportResult, _ match: PatternList?) -> PutLayerParameters {
        var parameters = PutLayerParameters()
        parameters.name = layer
        // The source keeps the patterns of the preset.
        parameters.source = match.map {
            PresetLayer.sourceStart + $0.texts.joined(separator: String(PresetLayer.sourceSeparator))
        }
        parameters.values = JSONObject(exported.values.entries.map { ($0.name, $0.value) })
        return parameters
    }

    /// Returns the parameters that replace the present values with the stored ones, each as it was saved.
    package static func loadParameters(_ stored: LayerResult, isDryRun: Bool) -> SetAllParameters {
        var parameters = SetAllParameters()
        // The daemon has hidden these values, and keeps the present ones.
        let hidden = Set(stored.secrets ?? [])
        let values = stored.values.entries.filter { !hidden.contains($0.name) }
        parameters.values = JSONObject(values.map { ($0.name, $0.value) })
        parameters.storesAll = true
        parameters.match = patterns(in: stored.source)
        parameters.isDryRun = isDryRun
        return parameters
    }

    /// Returns the patterns that the source of a layer has; nil for all keys.
    private static func patterns(in source: String?) -> PatternList? {
        guard let source, source.hasPrefix(sourceStart) else { return nil }
        return PatternList(source.dropFirst(sourceStart.count).split(separator: sourceSeparator).map(String.init))
    }

    /// Returns the sentence for an error about the layer, if it says that there is no such preset.
    package func missingSentence(_ error: RemoteError) -> String? {
        guard error.kind == ErrorKind.unknownLayer.rawValue else { return nil }
        let nearest = error.data["nearest"]?.text.flatMap { PresetLayer(ofLayer: $0)?.name }
        return "there is no preset \(name.shown)\(NearestName.question(nearest))"
    }
}
