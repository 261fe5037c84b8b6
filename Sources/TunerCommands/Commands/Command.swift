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
        _ run: @escaping @Sendable (Invocation, Output) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.arguments = arguments
        makeSummary = summary
        self.details = details
        makeOptions = options
        self.run = run
    }

    /// What it does, in a line.
    var summary: String { makeSummary() }

    var options: [Option<Options>] { makeOptions() }

    /// All of them, in the order in which people read about them.
    static var all: [Command] { CommandName.allCases.map(\.command) }

    /// The names of all of them.
    static var names: [String] { CommandName.allCases.map(\.rawValue) }

    /// The one of a name.
    static func named(_ name: String) -> Command? { CommandName(rawValue: name)?.command }
}
