import SystemCore

/// The exit code of the program, which scripts can test.
package struct ExitCode: Equatable, Sendable {
    package let rawValue: Int32

    static let done = ExitCode(rawValue: 0)
    /// The daemon refused the request, or a local operation failed.
    static let refused = ExitCode(rawValue: 1)
    /// The command line is wrong, or a file that it names cannot be read or is not a JSON object.
    static let usage = ExitCode(rawValue: 2)
    /// The daemon does not know the key, flag, layer or world.
    static let notFound = ExitCode(rawValue: 3)
    static let noDaemon = ExitCode(rawValue: 4)
    static let timedOut = ExitCode(rawValue: 5)
    /// An interrupt has ended the program.
    static let interrupted = ExitCode(.interrupt)
    /// The program to run exists, but cannot be executed.
    static let notRunnable = ExitCode(rawValue: 126)
    /// The program to run does not exist.
    static let noProgram = ExitCode(rawValue: 127)
}

extension ExitCode {
    /// Creates the exit code that a shell reports after a signal.
    init(_ signal: Signal) { self.init(rawValue: 128 + signal.number) }
}
