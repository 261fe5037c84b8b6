import ConsoleCore
import OptionCore

extension Command {
    /// Returns the command with a name.
    ///
    /// A command line creates only its own command.
    private static func make(_ name: CommandName) -> Command {
        switch name {
        case .get: .get
        case .set: .set
        case .update: .update
        case .list: .list
        case .describe: .describe
        case .watch: .watch
        case .top: .top
        case .wait: .wait
        case .applied: .applied
        case .reset: .reset
        case .toggle: .toggle
        case .step: .step
        case .last: .last
        case .history: .history
        case .attempt: .attempt
        case .confirm: .confirm
        case .cancel: .cancel
        case .tries: .tries
        case .undo: .undo
        case .redo: .redo
        case .declare: .declare
        case .forget: .forget
        case .export: .export
        case .importing: .importing
        case .sync: .sync
        case .edit: .edit
        case .schema: .schema
        case .preset: .preset
        case .lint: .lint
        case .bake: .bake
        case .flag: .flag
        case .killSwitch: .killSwitch
        case .layers: .layers
        case .syncStatus: .syncStatus
        case .fleet: .fleet
        case .worlds: .worlds
        case .accept: .accept
        case .reject: .reject
        case .with: .with
        case .exec: .exec
        case .at: .at
        case .bisect: .bisect
        case .compare: .compare
        case .sweep: .sweep
        case .optimize: .optimize
        case .record: .record
        case .replay: .replay
        case .shell: .shell
        case .stew: .stew
        case .start: .start
        case .stop: .stop
        case .status: .status
        case .web: .web
        case .doctor: .doctor
        case .ping: .ping
        case .call: .call
        case .stdio: .stdio
        case .lsp: .lsp
        case .mcp: .mcp
        case .completions: .completions
        case .help: .help
        }
    }

    /// All commands, in the order of the help text.
    static var all: [Command] { CommandName.allCases.map(make) }

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

    static var names: [String] { CommandName.allCases.map(\.rawValue) }

    static func named(_ name: String) -> Command? {
        guard let name = CommandName(rawValue: name) else { return nil }
        return make(name)
    }
}
