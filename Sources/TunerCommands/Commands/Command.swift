import OptionCore

/// A command: what stands in a line after the program's name, what help says of it, and what it does.
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
    }

    let name: String
    let arguments: Arguments
    /// What else there is to know, made when it is asked for; empty where that is all.
    let details: @Sendable () -> String
    /// A line or two, as people would type them.
    let examples: @Sendable () -> [String]
    /// How its words are completed where their names in the usage do not say.
    let completion: @Sendable () -> CommandCompletion
    // A line that needs neither is read without them.
    private let makeSummary: @Sendable () -> String
    private let makeOptions: @Sendable () -> [Option<Options>]
    let run: @Sendable (Invocation, Output) throws(Failure) -> ExitCode

    init(
        _ name: String,
        _ summary: @autoclosure @escaping @Sendable () -> String,
        _ arguments: Arguments = .none,
        details: @autoclosure @escaping @Sendable () -> String = "",
        options: @autoclosure @escaping @Sendable () -> [Option<Options>] = [],
        examples: @autoclosure @escaping @Sendable () -> [String],
        completion: @autoclosure @escaping @Sendable () -> CommandCompletion = CommandCompletion(),
        _ run: @escaping @Sendable (Invocation, Output) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.arguments = arguments
        makeSummary = summary
        self.details = details
        makeOptions = options
        self.examples = examples
        self.completion = completion
        self.run = run
    }

    /// What it does, in a line.
    var summary: String { makeSummary() }

    var options: [Option<Options>] { makeOptions() }
}
