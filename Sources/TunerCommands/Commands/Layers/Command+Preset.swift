import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let preset = Command(
        "preset",
        "Save the values that are set as a preset with a name, and load a preset.",
        details: "A preset is an inactive layer with the name \(PresetLayer.prefix)NAME.",
        actions: [.presetList, .presetSave, .presetLoad, .presetDiff, .presetRemove]
    )

    private static let presetList = Command(
        "preset list",
        "List the presets.",
        examples: ["tunerctl preset list"]
    ) { (invocation, output) throws(Failure) in
        let response = try invocation.connect().call(API.Layers.list)
        let presets = response.result.layers.filter { PresetLayer(ofLayer: $0.name) != nil }
        return try output.print(
            JSON(presets),
            else: presets.compactMap { PresetLayer(ofLayer: $0.name) }.map { "\($0.name.shownWhole)\n" }.joined()
        )
    }

    private static let presetSave = Command(
        "preset save",
        "Save all values that are set, or those of matching keys.",
        "NAME",
        details: """
            A preset with the same name is replaced, and a note is printed. Built-in keys (stew.*) are saved too. A stored
            value that its declaration does not allow is not saved; its key is printed on standard error.

            The preset has the present values. A temporary value, from set --for, is saved like the others, without its end.
            """,
        settings: PatternList?.none,
        options: [.match(\.self)],
        examples: ["tunerctl preset save evening", "tunerctl preset save mine --match 'game.*'"],
        completion: CommandCompletion(words: ["NAME": .presets])
    ) { (invocation, match, output) throws(Failure) in
        let preset = try Preset(try invocation.arguments[0], for: "preset save")
        let response = try preset.save(try invocation.connect(), match, output)
        return try output.print(response.json, else: "")
    }

    private static let presetLoad = presetAction(
        "load",
        "Set the saved values and reset all other keys, in one commit, and print the changes.",
        details: """
            If the preset was saved with --match, only matching keys are reset. To return to the values before load, use
            tunerctl undo.

            load stores each saved value, also one that equals the default of its key. It sets saved built-in keys, and does
            not reset the others. Loaded values are lasting: a temporary value, from set --for, ends at once, and nothing is
            restored later.

            load leaves locked keys unchanged, and keys with a stored value that their declaration does not allow. These
            keys are printed on standard error.
            """
    ) { (preset, connection, output) throws(Failure) in
        try output.print(try preset.load(connection))
    }

    private static let presetDiff = presetAction(
        "diff",
        "Print the changes that load would make."
    ) { (preset, connection, output) throws(Failure) in
        try output.print(try preset.load(connection, isDryRun: true))
    }

    private static let presetRemove = presetAction(
        "remove",
        "Remove a preset."
    ) { (preset, connection, output) throws(Failure) in
        var parameters = LayerParameters()
        parameters.name = preset.preset.layer
        let response = try preset.call { () throws(Failure) in try connection.call(API.Layers.remove, parameters) }
        return try output.print(response.json, else: "")
    }

    /// Returns an action whose only argument is the name of a preset.
    private static func presetAction(
        _ word: String,
        _ summary: String,
        details: String = "",
        _ run: @escaping @Sendable (Preset, DaemonConnection, Output) throws(Failure) -> ExitCode
    ) -> Command {
        Command(
            "preset \(word)",
            summary,
            "NAME",
            details: details,
            examples: ["tunerctl preset \(word) evening"],
            completion: CommandCompletion(words: ["NAME": .presets])
        ) { (invocation, output) throws(Failure) in
            let preset = try Preset(try invocation.arguments[0], for: "preset \(word)")
            return try run(preset, try invocation.connect(), output)
        }
    }
}
