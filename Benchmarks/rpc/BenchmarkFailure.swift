import LoadGenerator
import SystemCore

/// The reason why a benchmark has no result.
enum BenchmarkFailure: Error {
    case usage(String)
    case noServer(path: String)
    case longSocketPath(String)
    case notStarted(name: String, SystemError)
    /// The server's process has ended; with its last output.
    case serverEnded(name: String, how: String, log: String)
    case notReady(name: String, seconds: Int, log: String)
    case measurement(name: String, during: String, LoadFailure)
    case noMemoryFigure(name: String)
    case noAffinity
    case noTemporaryDirectory(SystemError)
    case tooFewDescriptors(limit: Int, needed: Int)
}

extension BenchmarkFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage(let text): text
        case .noServer(let path):
            "there is no server at \(path): build it (swift build -c release), or name another with --server"
        case .longSocketPath(let path): "the path of the socket is too long: \(path); set TMPDIR to a shorter one"
        case .notStarted(let name, let error): "\(name) could not be started: \(error)"
        case .serverEnded(let name, let how, let log): "\(name) \(how)\(Self.quoted(log))"
        case .notReady(let name, let seconds, let log):
            "\(name) did not respond within \(seconds) s of its start\(Self.quoted(log))"
        case .measurement(let name, let during, let failure): "\(name), \(during): \(failure)"
        case .noMemoryFigure(let name): "the system does not report how much memory \(name) uses"
        case .noAffinity: "processors cannot be chosen here"
        case .noTemporaryDirectory(let error): "no temporary directory: \(error)"
        case .tooFewDescriptors(let limit, let needed):
            "\(needed) descriptors are needed and \(limit) allowed: raise ulimit -n, or ask for fewer with --idle"
        }
    }

    private static func quoted(_ log: String) -> String { log.isEmpty ? "" : "; it said:\n\(log)" }
}
