import JSONCore

/// Whose value it is.
enum CellSubject: Hashable, Sendable {
    case tunable(String)
    /// A flag, as it comes out for one of the contexts.
    case flag(String, FlagContext)

    /// The name that the daemon knows it by.
    var key: String {
        switch self {
        case .tunable(let key), .flag(let key, _): key
        }
    }
}
