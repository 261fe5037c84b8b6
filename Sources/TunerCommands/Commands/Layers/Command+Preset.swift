import ConsoleCore
import JSONCore
import TunerAPI

extension Command {
    private enum PresetAction: String, CaseIterable {
        case list
        case save
        case load
        case diff
        case remove
    }

    static let preset = Command(
        "preset",
        "Save the values that are set as a preset with a name, and load a preset.",
        Arguments(
            "[list | save NAME [--match PATTERN]... | load NAME | diff NAME | remove NAME]",
            least: 0,
            most: 2
        ),
        details: """
            list    List the presets.
            save    Save all values that are set, or those of matching keys. A preset with the same name is replaced, and
                    a note is printed.
            load    Set the saved values and reset all other keys, in one commit, and print the changes. If the preset
                    was saved with --match, only matching keys are reset.
            diff    Print the changes that load would make.
            remove  Remove a preset.

            To return to the values before load, use tunerctl undo. A preset is an inactive layer with the name
            \(Preset.prefix)NAME.

            load does not set a value that the key has without it, such as its default: the key is reset.

            Built-in keys (stew.*) are saved too. load sets the saved ones, and does not reset the others.

            load leaves locked keys unchanged. A stored value that its declaration does not allow is not saved by save,
            and not changed by load. All these keys are printed on standard error.
            """,
        settings: MatchParameters(),
        options: [.match(\.match)],
        examples: [
            "tunerctl preset save evening", "tunerctl preset load evening",
            "tunerctl preset save mine --match 'game.*'",
        ],
        completion: CommandCompletion(words: ["NAME": .presets])
    ) { (invocation, options, output) throws(Failure) in
        let (name, action) = try ActionArguments.read(invocation, "preset", else: PresetAction.list)
        guard name == .save || options.match == nil else {
            throw .usage(UsageError(.text("--match is an option of preset save"), command: "preset"))
        }
        switch name {
        case .list:
            _ = try action.words()
            let response = try invocation.connect().call(API.Layers.list)
            let presets = response.result.layers.filter { $0.name.hasPrefix(Preset.prefix) }
            try output.print(
                JSON(presets),
                else: presets.map { "\(String($0.name.dropFirst(Preset.prefix.count)).shownWhole)\n" }.joined()
            )
        case .save:
            let preset = try Preset(try action.word("NAME"))
            let response = try preset.save(try invocation.connect(), options.match, output)
            try output.print(response.json, else: "")
        case .load:
            let preset = try Preset(try action.word("NAME"))
            try output.print(try preset.load(try invocation.connect()))
        case .diff:
            let preset = try Preset(try action.word("NAME"))
            try output.print(try preset.load(try invocation.connect(), isDryRun: true))
        case .remove:
            let preset = try Preset(try action.word("NAME"))
            var parameters = LayerParameters()
            parameters.name = preset.layer
            let response = try preset.call { () throws(Failure) in
                try invocation.connect().call(API.Layers.remove, parameters)
            }
            try output.print(response.json, else: "")
        }
        return .done
    }
}
