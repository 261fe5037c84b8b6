import OptionCore

/// A command's name, and the command, which is made only when it is asked for.
private struct CommandEntry: Sendable {
    let name: String
    let make: @Sendable () -> Command

    init(_ name: String, _ make: @escaping @Sendable () -> Command) {
        self.name = name
        self.make = make
    }
}

extension Command {
    /// All commands, in the order in which people read about them.
    ///
    /// A line names one: the others are not made for it.
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
        CommandEntry("ping") { .ping },
        CommandEntry("call") { .call },
        CommandEntry("stdio") { .stdio },
        CommandEntry("completions") { .completions },
        CommandEntry("help") { .help },
    ]

    /// All of them.
    static var all: [Command] { table.map { $0.make() } }

    /// The options of all of them, for a line whose command is not known yet.
    static var allOptions: [OptionShape] {
        var options: [OptionShape] = []
        for index in table.indices { options += table[index].make().options }
        return options
    }

    /// The first one that has an option.
    static func first(with option: GivenOption) -> Command? {
        all.first { $0.options.contains { $0.name == option.name } }
    }

    /// The names of all of them.
    static var names: [String] { table.map(\.name) }

    /// The one of a name.
    static func named(_ name: String) -> Command? {
        // A search by a closure looks up types as it goes.
        for index in table.indices where table[index].name == name { return table[index].make() }
        return nil
    }
}
