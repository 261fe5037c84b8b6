import JSONCore
import OptionCore

/// A command, or an action of a command: its name, arguments and options, its help, and the code that runs it.
///
/// A command with actions, such as `kill-switch`, has no arguments and options.
struct Command: Sendable {
    /// A command with its options applied, ready to run.
    typealias Body = (Invocation, Output) throws(Failure) -> ExitCode

    /// The name as on a command line; the name of an action includes its command: "flag get".
    let name: String
    let arguments: Arguments
    let shell: @Sendable () -> ShellRole
    /// The details in the help text, created when they are needed; may be empty.
    let details: @Sendable () -> String
    /// One or two command lines.
    let examples: @Sendable () -> [String]
    /// The completion of arguments whose names in `usage` do not say what they accept.
    let completion: @Sendable () -> CommandCompletion
    /// The actions; empty for most commands.
    let actions: @Sendable () -> [Command]
    let hasActions: Bool
    /// Whether the first action runs if a command line names none.
    let hasUsualAction: Bool
    /// Applies options to the command's settings, and returns the closure that runs the command.
    let body: @Sendable ([GivenOption]) throws(OptionFault) -> Body
    // Closures, because most command lines need neither.
    private let makeSummary: @Sendable () -> String
    private let makeOptions: @Sendable () -> [OptionShape]

    /// Creates a command with options.
    ///
    /// `settings` returns the initial settings. The options change them, and `run` receives the result.
    init<Settings: Sendable>(
        _ name: String,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        _ arguments: Arguments = .none,
        shell: @autoclosure @escaping @Sendable () -> ShellRole = ShellRole(),
        details: @autoclosure @escaping @Sendable () -> String = "",
        settings: @autoclosure @escaping @Sendable () -> Settings,
        options: @autoclosure @escaping @Sendable () -> [Option<Settings>],
        examples: @autoclosure @escaping @Sendable () -> [String],
        completion: @autoclosure @escaping @Sendable () -> CommandCompletion = CommandCompletion(),
        _ run: @escaping @Sendable (Invocation, inout Settings, Output) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.arguments = arguments
        self.shell = shell
        makeSummary = summary
        self.details = details
        makeOptions = { options().map(\.shape) }
        self.examples = examples
        self.completion = completion
        actions = { [] }
        hasActions = false
        hasUsualAction = false
        body = { (given) throws(OptionFault) in
            var settings = settings()
            for option in given {
                let options = options()
                guard try Option.apply(option, among: options, to: &settings) else {
                    throw .unknown(option.name, among: GlobalOptions.shapes + options.map(\.shape))
                }
            }
            return { [settings] (invocation, output) throws(Failure) in
                var settings = settings
                return try run(invocation, &settings, output)
            }
        }
    }

    /// Creates a command without options.
    init(
        _ name: String,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        _ arguments: Arguments = .none,
        shell: @autoclosure @escaping @Sendable () -> ShellRole = ShellRole(),
        details: @autoclosure @escaping @Sendable () -> String = "",
        examples: @autoclosure @escaping @Sendable () -> [String],
        completion: @autoclosure @escaping @Sendable () -> CommandCompletion = CommandCompletion(),
        _ run: @escaping @Sendable (Invocation, Output) throws(Failure) -> ExitCode
    ) {
        self.init(
            name,
            summary(),
            arguments,
            shell: shell(),
            details: details(),
            settings: (),
            options: [],
            examples: examples(),
            completion: completion()
        ) { (invocation, _, output) throws(Failure) in try run(invocation, output) }
    }

    /// Creates a command with actions.
    init(
        _ name: String,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        details: @autoclosure @escaping @Sendable () -> String = "",
        hasUsualAction: Bool = true,
        actions: @autoclosure @escaping @Sendable () -> [Command]
    ) {
        self.name = name
        arguments = .none
        shell = { ShellRole() }
        makeSummary = summary
        self.details = details
        makeOptions = { actions().flatMap(\.options) }
        examples = { actions().flatMap { $0.examples() } }
        completion = { CommandCompletion() }
        self.actions = actions
        hasActions = true
        self.hasUsualAction = hasUsualAction
        body = { (_) throws(OptionFault) in preconditionFailure("an action runs, and not its command") }
    }

    /// One line for the help text.
    var summary: String { makeSummary() }

    /// The command's own options, without the global ones, or the options of all of its actions.
    var options: [OptionShape] { makeOptions() }

    /// The words after the name, as in the help text.
    var usage: String {
        if hasActions { return hasUsualAction ? "[ACTION [ARGUMENT]...]" : "ACTION [ARGUMENT]..." }
        return [options.isEmpty ? "" : "[OPTION]...", arguments.usage].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The last word of the name, which selects an action.
    var word: String { String(name[(name.lastIndex(of: " ").map(name.index(after:)) ?? name.startIndex)...]) }

    /// Returns the action that a word selects.
    func action(named word: String) -> Command? {
        let (actions, name) = (actions(), "\(name) \(word)")
        // A search with a closure would look up types at run time.
        for index in actions.indices where actions[index].name == name { return actions[index] }
        return nil
    }

    /// Returns the action that a word selects; throws if there is none.
    func checkedAction(_ word: String) throws(UsageError) -> Command {
        if let action = action(named: word) { return action }
        let words = actions().map(\.word)
        let nearest = NearestName.nearest(to: word, among: words)
        throw UsageError(.unknownAction(word, among: words, nearest: nearest), command: name)
    }

    /// Returns the names of the actions that have an option.
    func actions(with option: String) -> [String] {
        actions().filter { $0.options.contains { $0.name == option } }.map(\.name)
    }
}
