/// The commands by their names, in the order in which people read about them.
///
/// A line names one: the others are not made for it.
enum CommandName: String, CaseIterable {
    case get
    case set
    case update
    case list
    case describe
    case watch
    case wait
    case reset
    case toggle
    case step
    case last
    case history
    case undo
    case redo
    case declare
    case forget
    case export
    case importing = "import"
    case sync
    case edit
    case schema
    case preset
    case lint
    case flag
    case killSwitch = "kill-switch"
    case layers
    case worlds
    case with
    case exec
    case shell
    case stew
    case start
    case stop
    case status
    case ping
    case call
    case stdio
    case completions
    case help

    /// The command of this name.
    var command: Command {
        switch self {
        case .get: .get
        case .set: .set
        case .update: .update
        case .list: .list
        case .describe: .describe
        case .watch: .watch
        case .wait: .wait
        case .reset: .reset
        case .toggle: .toggle
        case .step: .step
        case .last: .last
        case .history: .history
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
        case .flag: .flag
        case .killSwitch: .killSwitch
        case .layers: .layers
        case .worlds: .worlds
        case .with: .with
        case .exec: .exec
        case .shell: .shell
        case .stew: .stew
        case .start: .start
        case .stop: .stop
        case .status: .status
        case .ping: .ping
        case .call: .call
        case .stdio: .stdio
        case .completions: .completions
        case .help: .help
        }
    }
}
