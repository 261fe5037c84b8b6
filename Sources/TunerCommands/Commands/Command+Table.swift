import OptionCore

/// A command's name, with a closure that creates the command when it is needed.
private struct CommandEntry: Sendable {
    let name: String
    let make: @Sendable () -> Command

    init(_ name: String, _ make: @escaping @Sendable () -> Command) {
        self.name = name
        self.make = make
    }
}

extension Command {
    /// All commands, in the order of the help text.
    ///
    /// A command line creates only its own command.
    private static let table = [
        CommandEntry("get") { .get },
        CommandEntry("set") { .set },
        CommandEntry("update") { .update },
        CommandEntry("list") { .list },
        CommandEntry("describe") { .describe },
        CommandEntry("watch") { .watch },
        CommandEntry("top") { .top },
        CommandEntry("wait") { .wait },
        CommandEntry("reset") { .reset },
        CommandEntry("toggle") { .toggle },
        CommandEntry("step") { .step },
        CommandEntry("last") { .last },
        CommandEntry("history") { .history },
        CommandEntry("undo") { .undo },
        CommandEntry("redo") { .redo },
        CommandEntry("declare") { .declare },
        CommandEntry("forget") { .forget },
        CommandEntry("export") { .export },
        CommandEntry("import") { .importing },
        CommandEntry("sync") { .sync },
        CommandEntry("edit") { .edit },
        CommandEntry("schema") { .schema },
        CommandEntry("preset") { .preset },
        CommandEntry("lint") { .lint },
        CommandEntry("flag") { .flag },
        CommandEntry("kill-switch") { .killSwitch },
        CommandEntry("layers") { .layers },
        CommandEntry("worlds") { .worlds },
        CommandEntry("with") { .with },
        CommandEntry("exec") { .exec },
        CommandEntry("shell") { .shell },
        CommandEntry("stew") { .stew },
        CommandEntry("start") { .start },
        CommandEntry("stop") { .stop },
        CommandEntry("status") { .status },
        CommandEntry("web") { .web },
        CommandEntry("doctor") { .doctor },
        CommandEntry("ping") { .ping },
        CommandEntry("call") { .call },
        CommandEntry("stdio") { .stdio },
        CommandEntry("completions") { .completions },
        CommandEntry("help") { .help },
    ]

    static var all: [Command] { table.map { $0.make() } }

    /// All commands without actions, and all actions.
    static var allRunnable: [Command] { all.flatMap { $0.hasActions ? $0.actions() : [$0] } }

    /// Returns the first command that has an option.
    static func first(with option: GivenOption) -> Command? {
        allRunnable.first { $0.options.contains { $0.name == option.name } }
    }

    /// Returns the command line that does what a command of a similar program does; nil for any other name.
    static func instead(of name: String) -> String? {
        switch name {
        case "reset-all": "reset --all"
        case "put": "set KEY VALUE"
        case "del", "delete", "rm": "forget KEY"
        case "unset": "reset KEY"
        case "keys", "ls": "list"
        case "subscribe": "watch"
        case "log": "history"
        case "rollback": "undo"
        case "flags": "flag list"
        case "version": "--version"
        default: nil
        }
    }

    static var names: [String] { table.map(\.name) }

    static func named(_ name: String) -> Command? {
        // A search with a closure would look up types at run time.
        for index in table.indices where table[index].name == name { return table[index].make() }
        return nil
    }
}
