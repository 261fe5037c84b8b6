/// How the program ends, for scripts.
enum ExitCode: Int32 {
    case done = 0
    /// The daemon refused, or something here could not be done.
    case refused = 1
    case usage = 2
    /// What was named is not there.
    case notFound = 3
    case noDaemon = 4
    case timedOut = 5
    case interrupted = 130
}
