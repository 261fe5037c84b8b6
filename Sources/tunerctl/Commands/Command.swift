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
    /// What it does, in a line.
    let summary: String
    /// What else there is to know, made when it is asked for; empty where that is all.
    let details: @Sendable () -> String
    let options: [Option]
    let run: @Sendable (Invocation, Output) throws(Failure) -> ExitCode

    init(
        _ name: String,
        _ summary: String,
        _ arguments: Arguments = .none,
        details: @autoclosure @escaping @Sendable () -> String = "",
        options: [Option] = [],
        _ run: @escaping @Sendable (Invocation, Output) throws(Failure) -> ExitCode
    ) {
        self.name = name
        self.arguments = arguments
        self.summary = summary
        self.details = details
        self.options = options
        self.run = run
    }

    /// The commands in the order in which people read about them.
    static let all: [Command] = [start, stop, status, ping, call, stdio, help]
}
