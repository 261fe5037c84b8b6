/// A line in the help of a console: the shell of `tunerctl`, or the terminal of `tunerweb`.
package struct ConsoleLine: Sendable {
    /// The consoles that show a line.
    package enum Console: Sendable {
        case shell
        case terminal
    }

    /// The command of `tunerctl` that the line belongs to; nil for a line that only a console has.
    package let command: CommandName?
    package let usage: String
    package let summary: String
    /// The only console that shows the line; nil if both do.
    private let console: Console?

    private init(_ command: CommandName?, _ usage: String, _ summary: String, in console: Console? = nil) {
        self.command = command
        self.usage = usage
        self.summary = summary
        self.console = console
    }

    /// The first word of the usage.
    package var word: String { String(usage.prefix { $0 != " " }) }

    /// Returns the lines of a console, in the order of its help.
    package static func lines(in console: Console) -> [ConsoleLine] {
        all.filter { $0.console == nil || $0.console == console }
    }

    /// The lines of both consoles.
    ///
    /// The shell shows lines only for the commands that are shorter there than on a command line. It has all other
    /// commands too, with the help of the command line. The terminal has only the commands with a line.
    private static let all = [
        ConsoleLine(
            .list,
            "list [FILTER]",
            "List all keys, or those that contain FILTER. A FILTER with * is a pattern."
        ),
        ConsoleLine(.get, "get KEY", "Print a value."),
        ConsoleLine(
            .describe,
            "describe KEY",
            "Print a value, where it comes from, and its declaration.",
            in: .terminal
        ),
        ConsoleLine(.set, "set KEY VALUE [--for TIME]", "Set a value, with --for only for a time such as 30s."),
        ConsoleLine(.toggle, "toggle KEY [--for TIME]", "Set a boolean to its opposite.", in: .terminal),
        ConsoleLine(
            .step,
            "step KEY [N] [--for TIME]",
            "Increase a number by N steps, by default 1; a negative N decreases it.",
            in: .terminal
        ),
        ConsoleLine(.reset, "reset KEY", "Remove a value that was set."),
        ConsoleLine(
            .reset,
            "reset-all [PATTERN]",
            "Remove all values that were set, or those of the keys that match PATTERN. Built-in keys keep theirs."
        ),
        ConsoleLine(.forget, "forget KEY", "Remove the value and the declaration of a key.", in: .terminal),
        ConsoleLine(.last, "last", "Print the last commit.", in: .terminal),
        ConsoleLine(.history, "history [N]", "Print the last 10 commits, or the last N."),
        ConsoleLine(
            .undo,
            "undo [--skip]",
            "Undo the newest change made in a terminal or at /tune.",
            in: .terminal
        ),
        ConsoleLine(.redo, "redo", "Redo the last undone change.", in: .terminal),
        ConsoleLine(
            .schema,
            "schema [PATTERN]...",
            "Print a JSON Schema of the keys that match, or of all keys.",
            in: .terminal
        ),
        ConsoleLine(
            .watch,
            "watch [KEY]...",
            "Print each change of these keys, or of all keys, as it happens; a key may be a pattern."
        ),
        ConsoleLine(.watch, "watch off", "Stop printing changes."),
        ConsoleLine(
            .wait,
            "wait KEY [VALUE] [--timeout TIME]",
            "Wait until a key has a value, or VALUE, and print it. TIME is 1m by default, and at most 10m.",
            in: .terminal
        ),
        ConsoleLine(
            .wait,
            "wait KEY --above N|--below N|--changed [--timeout TIME]",
            "Wait until a number is greater or less than N, or until the value changes.",
            in: .terminal
        ),
        ConsoleLine(.flag, "flag list", "List the flags.", in: .terminal),
        ConsoleLine(.flag, "flag get KEY", "Print the value of a flag.", in: .terminal),
        ConsoleLine(
            .flag,
            "flag on|off KEY [--for TIME]",
            "Override a boolean flag with true or false.",
            in: .terminal
        ),
        ConsoleLine(
            .flag,
            "flag toggle KEY [--for TIME]",
            "Override a boolean flag with the opposite of its value.",
            in: .terminal
        ),
        ConsoleLine(
            .flag,
            "flag set KEY VARIANT|VALUE [--for TIME]",
            "Override a flag with a variant, or with a JSON value.",
            in: .terminal
        ),
        ConsoleLine(.flag, "flag reset KEY", "Remove the override of a flag.", in: .terminal),
        ConsoleLine(.flag, "flag create KEY --bool", "Create a flag that is true or false.", in: .terminal),
        ConsoleLine(
            .flag,
            "flag create KEY --string|--number|--object VALUE...",
            "Create a flag with these values; --default NAME selects the first one.",
            in: .terminal
        ),
        ConsoleLine(.flag, "flag remove KEY", "Remove the definition of a flag.", in: .terminal),
        ConsoleLine(
            .killSwitch,
            "kill-switch on|off [PATTERN]... [--reason TEXT]",
            "Limit the matching flags and tunables, or all, to their defaults, or lift the limit.",
            in: .terminal
        ),
        ConsoleLine(.layers, "layers", "List the layers.", in: .terminal),
        ConsoleLine(
            .layers,
            "layers activate NAME...",
            "Make only these layers active, the first one first.",
            in: .terminal
        ),
        ConsoleLine(.layers, "layers deactivate NAME", "Make one layer inactive.", in: .terminal),
        ConsoleLine(.syncStatus, "sync-status", "Print the sources of layers that tunersync fetches.", in: .terminal),
        ConsoleLine(.preset, "preset list", "List the presets.", in: .terminal),
        ConsoleLine(
            .preset,
            "preset save NAME [--match PATTERN]...",
            "Save the values that are set, or those of the keys that match.",
            in: .terminal
        ),
        ConsoleLine(
            .preset,
            "preset load NAME",
            "Set the values of a preset, and reset the other keys that it is for.",
            in: .terminal
        ),
        ConsoleLine(.preset, "preset diff NAME", "Print the changes that load would make.", in: .terminal),
        ConsoleLine(.preset, "preset remove NAME", "Remove a preset.", in: .terminal),
        ConsoleLine(.worlds, "worlds", "List the worlds.", in: .terminal),
        ConsoleLine(.ping, "ping", "Print whether the daemon is up.", in: .terminal),
        ConsoleLine(.help, "help [COMMAND]", "Print this text, or the help of a command."),
        ConsoleLine(nil, "quit", "Exit; so does the end of the input.", in: .shell),
        ConsoleLine(nil, "quit", "Close the connection; so does exit.", in: .terminal),
    ]
}
