/// Why a write was not done.
///
/// ```swift
/// do {
///     try await settings.$cornerRadius.set(18)
/// } catch {
///     show("\(error)")
/// }
/// ```
public enum TunerError: Error, Sendable, Equatable {
    /// No daemon is there; the value is as it was: `catch .notConnected`.
    case notConnected
    /// The daemon went away, or took too long, before it answered: it may or may not have been done: `catch .outcomeUnknown`.
    case outcomeUnknown
    /// The daemon refused it; the value is as it was: `catch .refused(let refusal)`.
    case refused(Refusal)
    /// The value has no JSON, as an infinite number has none: `catch .unencodable(let key, let reason)`.
    case unencodable(key: String, reason: String)
    /// So much is unsent already that nothing more is taken: `catch .overloaded`.
    case overloaded
}

extension TunerError: CustomStringConvertible {
    /// One sentence for a person: `print("\(error)")`.
    public var description: String {
        switch self {
        case .notConnected: "no daemon is there"
        case .outcomeUnknown: "the daemon did not answer; it may have been done"
        case .refused(let refusal): refusal.message
        case .unencodable(let key, let reason): "\(key) cannot have this value: \(reason)"
        case .overloaded: "the daemon takes nothing; too much waits for it already"
        }
    }
}
