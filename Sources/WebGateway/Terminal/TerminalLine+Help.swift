import OptionCore

extension TerminalLine {
    /// The usage and the help of each command.
    static let commands: [(usage: String, summary: String)] = [
        ("list [FILTER]", "List all keys, or those that contain FILTER. A FILTER with * is a pattern."),
        ("get KEY", "Print a value."),
        ("describe KEY", "Print a value, where it comes from, and its declaration."),
        ("set KEY VALUE [--for TIME]", "Set a value, with --for only for a time such as 30s."),
        ("toggle KEY [--for TIME]", "Set a boolean to its opposite."),
        ("step KEY [N] [--for TIME]", "Increase a number by N steps, by default 1; a negative N decreases it."),
        ("reset KEY", "Remove a value that was set."),
        (
            "reset-all [PATTERN]",
            "Remove all values that were set, or those of the keys that match PATTERN. Built-in keys keep theirs."
        ),
        ("forget KEY", "Remove the value and the declaration of a key."),
        ("last", "Print the last commit."), ("history [N]", "Print the last 10 commits, or the last N."),
        ("undo [--skip]", "Undo the newest change made in a terminal or at /tune."),
        ("redo", "Redo the last undone change."),
        ("schema [PATTERN]...", "Print a JSON Schema of the keys that match, or of all keys."),
        ("watch [KEY]...", "Print each change of these keys, or of all keys, as it happens; a key may be a pattern."),
        ("watch off", "Stop printing changes."),
        (
            "wait KEY [VALUE] [--timeout TIME]",
            "Wait until a key has a value, or VALUE, and print it. TIME is 1m by default, and at most 10m."
        ),
        (
            "wait KEY --above N|--below N|--changed [--timeout TIME]",
            "Wait until a number is greater or less than N, or until the value changes."
        ),
        ("flag list", "List the flags."),
        ("flag get KEY", "Print the value of a flag."),
        ("flag on|off KEY [--for TIME]", "Override a boolean flag with true or false."),
        ("flag toggle KEY [--for TIME]", "Override a boolean flag with the opposite of its value."),
        ("flag set KEY VARIANT|VALUE [--for TIME]", "Override a flag with a variant, or with a JSON value."),
        ("flag reset KEY", "Remove the override of a flag."),
        ("flag create KEY --bool", "Create a flag that is true or false."),
        (
            "flag create KEY --string|--number|--object VALUE...",
            "Create a flag with these values; --default NAME selects the first one."
        ),
        ("flag remove KEY", "Remove the definition of a flag."),
        (
            "kill-switch on|off [PATTERN]... [--reason TEXT]",
            "Limit the matching flags and tunables, or all, to their defaults, or lift the limit."
        ),
        ("layers", "List the layers."),
        ("layers activate NAME...", "Make only these layers active, the first one first."),
        ("layers deactivate NAME", "Make one layer inactive."), ("preset list", "List the presets."),
        ("preset save NAME [--match PATTERN]...", "Save the values that are set, or those of the keys that match."),
        ("preset load NAME", "Set the values of a preset, and reset the other keys that it is for."),
        ("preset diff NAME", "Print the changes that load would make."), ("preset remove NAME", "Remove a preset."),
        ("worlds", "List the worlds."),
        ("ping", "Print whether the daemon is up."),
        ("help [COMMAND]", "Print this text, or the lines of one command."),
        ("quit", "Close the connection; so does exit."),
    ]

    /// Returns the usage of all commands, or of those whose first word is `name`.
    static func helpText(_ name: String? = nil, width: Int = HelpWidth.usual) -> String {
        let commands = commands.filter { name == nil || TerminalCommandName.word(of: $0.usage) == name }
        let text = Columns.text(commands.map { ($0.usage, $0.summary) }, width: width)
        return name == nil ? text + "\nSingle or double quotes group words: set ui.title \"two words\"\n" : text
    }

    /// Returns a name that has help; nil for no name.
    static func helpSubject(_ name: String?) throws(TerminalFault) -> String? {
        guard let name else { return nil }
        guard TerminalCommandName.words.contains(name) else { throw .unknown(name) }
        return name
    }
}
