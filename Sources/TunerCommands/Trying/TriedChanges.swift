import ConsoleCore
import JSONCore
import TunableEngine
import TunerAPI

/// The changes of a command line of `tunerctl try`.
struct TriedChanges {
    private var texts: TypedTexts
    private let options: TryOptions
    private let layer: JSONObject?

    /// Reads the arguments, and the file with the layer; throws if there is nothing to try.
    init(_ invocation: Invocation, _ options: TryOptions) throws(Failure) {
        self.options = options
        texts = try TypedTexts(try invocation.arguments, areStrings: options.areStrings, for: "try")
        if let file = options.layer {
            layer = try LayerFileOptions().layer(from: file)
        } else {
            layer = nil
        }
        if texts.values.members.isEmpty, options.flags.isEmpty, layer == nil {
            throw .usage(invocation.error(.missingArgument("KEY=VALUE, --flag or --layer")))
        }
        for flag in options.flags where TypedTexts.pair(flag) == nil {
            throw .usage(UsageError(.noPair(flag), command: "try"))
        }
    }

    /// The keys whose changes concern the try.
    var keys: [String] {
        let inLayer = layer?["values"]?.object?.members.map(\.name) ?? []
        return texts.values.members.map(\.name) + inLayer
    }

    /// Prints a note if the layer of the try changes no value, because other values hide it.
    func note(aboutHiddenLayerIn result: TryResult, _ output: Output) {
        guard let layer, let name = layer["name"]?.text, let values = layer["values"]?.object?.members,
            !values.isEmpty, result.result.more != true
        else { return }
        let changed = Set(result.result.changes.map(\.key))
        guard !values.contains(where: { changed.contains($0.name) }) else { return }
        let key = values[0].name
        output.note(
            "tunerctl: the layer \(name.shownWhole) changes no value; to see why, type: tunerctl describe \(key.shownWhole)\n"
        )
    }

    /// Begins the try, for a number of seconds; returns the response.
    mutating func send(for duration: Double, on connection: DaemonConnection) throws(Failure) -> JSON {
        var parameters: JSONObject = ["for": .plain(duration)]
        if options.clamps { parameters["clamp"] = true }
        if options.isDryRun { parameters["dryRun"] = true }
        if let layer { parameters["layer"] = .object(layer) }
        var flags: [JSON] = []
        for word in options.flags {
            guard let (key, text) = TypedTexts.pair(word) else { continue }
            flags.append(.object(try TriedChanges.override(key, text, connection)))
        }
        if !flags.isEmpty { parameters["flags"] = .array(flags) }
        return try RefusedWrite.explaining(on: connection, typed: texts.values) { () throws(Failure) in
            try texts.send(on: connection) { (values) throws(Failure) in
                parameters["values"] = .object(values)
                return try connection.call(plainly: API.Tunables.attempt, .object(parameters))
            }
        }
    }

    /// Returns the parameters that override a flag with a variant of this name, or else with a value.
    private static func override(
        _ key: String,
        _ text: String,
        _ connection: DaemonConnection
    ) throws(Failure) -> JSONObject {
        let definition = try connection.call(plainly: API.Flags.get, ["key": .string(key)])["definition"]
        if definition?["variants"]?.object?[text] == nil, let value = TextValue.json(text) {
            return ["key": .string(key), "value": value]
        }
        return ["key": .string(key), "variant": .string(text)]
    }
}
