import OptionCore

/// A command: its name, arguments and options, its help, and the code that runs it.
struct Command: Sendable {
    /// What follows a command besides options.
    struct Arguments: Sendable {
        /// As help shows them; empty for none.
        let usage: String
        /// What the first is called where it is missing.
        let first: String
        let least: Int
        let most: Int

        static let none = Arguments(usage: "", first: "", least: 0, most: 0)

        /// The name of a required argument, as help shows it.
        func name(at index: Int) -> String {
            guard index > 0 else { return first }
            return String(usage.split(separator: " ")[index])
        }
    }

    /// What runs when a line was read whole: the command with the options that the line gives it.
    typealias Body = (Invocation, Output) throws(Failure) -> ExitCode

    let name: String
    let arguments: Arguments
    /// What else there is to know, made when it is asked for; empty where that is all.
    let details: @Sendable () -> String
    /// A line or two, as people would type them.
    let examples: @Sendable () -> [String]
    /// How its words are completed where their names in the usage do not say.
    let completion: @Sendable () -> CommandCompletion
    /// Applies the options of a line to the command's own settings.
    let body: @Sendable ([GivenOption]) throws(OptionFault) -> Body
    // A line that needs neither is read without them.
    private let makeSummary: @Sendable () -> String
    private let makeOptions: @Sendable () -> [OptionShape]

    /// A command with options: `settings` are theirs before any of them is applied, and nobody but `run` receives them.
    init<Settings: Sendable>(
        _ name: String,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        _ arguments: Arguments = .none,
        details: @autoclosure @escaping @Sendable () -> String = "",
        settings: @autoclosure @escaping @Sendable () -> Settings,
        options: @autoclosure @escaping @Sendable () -> [Option<Settings>],
        examples: @autoclosure @escaping @Sendable () -> [String],
        completion: @autoclosure @escaping @Sendable () -> CommandCompletion = CommandCompletion(),
        _ run: @escaping @Sendable (Invocation, inout Settings, Output) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.arguments = arguments
        makeSummary = summary
        self.details = details
        makeOptions = { options().map(\.shape) }
        self.examples = examples
        self.completion = completion
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

    /// A command without options.
    init(
        _ name: String,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        _ arguments: Arguments = .none,
        details: @autoclosure @escaping @Sendable () -> String = "",
        examples: @autoclosure @escaping @Sendable () -> [String],
        completion: @autoclosure @escaping @Sendable () -> CommandCompletion = CommandCompletion(),
        _ run: @escaping @Sendable (Invocation, Output) throws(Failure) -> ExitCode
    ) {
        self.init(
            name,
            summary(),
            arguments,
            details: details(),
            settings: (),
            options: [],
            examples: examples(),
            completion: completion()
        ) { (invocation, _, output) throws(Failure) in try run(invocation, output) }
    }

    /// What it does, in a line.
    var summary: String { makeSummary() }

    /// Its own options, as help shows them.
    var options: [OptionShape] { makeOptions() }
}
