/// How the program ends, for scripts.
package struct ExitCode: Equatable, Sendable {
    package let rawValue: Int32

    static let done = ExitCode(rawValue: 0)
    /// The daemon refused, or something here could not be done.
    static let refused = ExitCode(rawValue: 1)
    static let usage = ExitCode(rawValue: 2)
    /// What was named is not there.
    static let notFound = ExitCode(rawValue: 3)
    static let noDaemon = ExitCode(rawValue: 4)
    static let timedOut = ExitCode(rawValue: 5)
    /// A program that was to be run is there and cannot be.
    static let notRunnable = ExitCode(rawValue: 126)
    /// There is no program of that name.
    static let noProgram = ExitCode(rawValue: 127)
}
