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

    /// The context in which a flag is declared; empty for a tunable.
    var context: FlagContext {
        switch self {
        case .tunable: [:]
        case .flag(_, let context): context
        }
    }

    /// Returns the flag in the context of a tuner, merged with the context of the flag; returns a tunable unchanged.
    func evaluated(in shared: FlagContext, _ own: FlagContext) -> CellSubject {
        switch self {
        case .tunable: self
        case .flag(let key, _): .flag(key, shared.isEmpty ? own : shared.merging(own))
        }
    }
}
