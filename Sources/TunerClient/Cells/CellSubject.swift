import JSONCore

/// The tunable, or the flag with its context, that a value belongs to.
enum CellSubject: Hashable, Sendable {
    case tunable(String)
    case flag(String, FlagContext)

    /// The key in the daemon.
    var key: String {
        switch self {
        case .tunable(let key), .flag(let key, _): key
        }
    }

    var isFlag: Bool {
        if case .flag = self { true } else { false }
    }
}
