package import SystemCore

extension ProcessEnd {
    /// How the process ended, as a part of a sentence.
    package var words: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal.number)"
        }
    }
}
