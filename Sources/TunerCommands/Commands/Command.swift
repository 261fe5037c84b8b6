import OptionCore

/// A command: its name, arguments and options, its help, and the code that runs it.
struct Command: Sendable {
    /// The arguments of a command, except for options.
    struct Arguments: Sendable {
        /// The arguments in the help text; empty for none.
        let usage: String
        /// The name of the first argument, for the error if it is missing.
        let first: String
        let least: Int
        let most: Int

        static let none = Arguments(usage: "", first: "", least: 0, most: 0)

        /// Returns whether a word is one of the literal words of the usage, such as an action.
        func names(_ word: String) -> Bool {
            ArgumentWords.isLiteral(word) && usage.split { " []|,.".contains($0) }.contains { $0 == word }
        }

        /// Returns the name of an argument, for the error if it is missing.
        func name(at index: Int) -> String {
            guard index > 0 else { return first }
            return String(usage.split(separator: " ")[index])
        }
    }

    /// A command with its options applied, ready to run.
    typealias Body = (Invocation, Output) throws(Failure) -> ExitCode

    let name: String
    let arguments: Arguments
    /// The details in the help text, created when they are needed; may be empty.
    let details: @Sendable () -> String
    /// One or two command lines.
    let examples: @Sendable () -> [String]
    /// The completion of arguments whose names in `usage` do not say what they accept.
    let completion: @Sendable () -> CommandCompletion
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

    /// Creates a command without options.
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

    /// One line for the help text.
    var summary: String { makeSummary() }

    /// The command's own options, without the global ones.
    var options: [OptionShape] { makeOptions() }
}
