/// Something that is not as the program said, which it should know of and can run with.
///
/// ```swift
/// tuner.onFault { fault in logger.warning("\(fault)") }
/// ```
public enum TunerFault: Sendable, Equatable {
    /// The daemon did not take a declaration: `case .declarationRefused(let key, let refusal)`.
    case declarationRefused(key: String, Refusal)
    /// The program itself has declared a key in two ways; the first is what the daemon was told: `case .declaredTwice(let key)`.
    case declaredTwice(key: String)
    /// A default, a limit or a context has no JSON, or no type that can be declared: `case .undeclarable(let key, let reason)`.
    case undeclarable(key: String, reason: String)
    /// The value is of another type than the program's: a tunable keeps what it had, a flag has its default:
    /// `case .undecodable(let key, let value, _)`.
    case undecodable(key: String, value: TunerValue, reason: String)
    /// A flag comes to nothing, and has its default here: `case .flagFailed(let key, let code, let message)`.
    case flagFailed(key: String, code: String, message: String)
    /// Nothing can be followed: `case .notFollowed(let refusal)`.
    case notFollowed(Refusal)
    /// The daemon cannot be reached, and why; told once for each reason: `case .unreachable(let reason)`.
    case unreachable(reason: String)
    /// The file of last known values cannot be read or written: `case .valuesFile(let path, let reason)`.
    case valuesFile(path: String, reason: String)
}

extension TunerFault: CustomStringConvertible {
    /// One sentence for a person: `print("\(fault)")`.
    public var description: String {
        switch self {
        case .declarationRefused(_, let refusal): "a declaration was refused: \(refusal.message)"
        case .declaredTwice(let key): "\(key) is declared twice in this program, in different ways"
        case .undeclarable(let key, let reason): "\(key) cannot be declared: \(reason)"
        case .undecodable(let key, let value, let reason): "\(key) is \(value), which does not fit: \(reason)"
        case .flagFailed(let key, let code, let message): "the flag \(key) comes to nothing: \(message) (\(code))"
        case .notFollowed(let refusal): "values cannot be followed: \(refusal.message)"
        case .unreachable(let reason): "the daemon cannot be reached: \(reason)"
        case .valuesFile(let path, let reason): "the values in \(path) cannot be kept: \(reason)"
        }
    }
}
