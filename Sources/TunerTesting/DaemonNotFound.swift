/// The reason for which a test has no daemon.
public enum DaemonNotFound: Error, Sendable, Equatable {
    /// The path in the variable `TUNERD` is no program.
    case notExecutable(path: String)
    /// Neither the directory of the test nor a directory in `PATH` has the program.
    case notFound(directory: String?)
}

extension DaemonNotFound: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .notExecutable(let path): "the variable TUNERD names \(path), which is not a program"
        case .notFound(let directory):
            "tunerd is neither in \(directory ?? "the directory of the test") nor in PATH; install it, or set TUNERD to its path"
        }
    }
}
