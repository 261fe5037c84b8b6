import OptionCore

/// A problem that the program should know about, but can run with.
///
/// ```swift
/// tuner.onFault { fault in logger.warning("\(fault)") }
/// ```
///
/// While a connection exists, the tuner also reports present faults of declarations and values to the daemon, at most
/// eight. `tunerctl doctor` prints them with the name of the program.
public enum TunerFault: Sendable, Equatable {
    /// The daemon refused a declaration: `case .declarationRefused(let key, let refusal)`.
    case declarationRefused(key: String, Refusal)
    /// The program has declared a key in two different ways: `case .declaredTwice(let key)`.
    ///
    /// The daemon receives the first declaration.
    case declaredTwice(key: String)
    /// The daemon cannot receive a declaration: `case .undeclarable(let key, let reason)`.
    ///
    /// The key is not valid, or the default, a limit or the context cannot be encoded as JSON.
    case undeclarable(key: String, reason: String)
    /// A new context has an infinite number or NaN, which JSON cannot have: `case .invalidContext(let context)`.
    ///
    /// The flags keep their old context.
    case invalidContext(FlagContext)
    /// A value does not fit the declared type: `case .undecodable(let key, let value, _)`.
    ///
    /// A tunable keeps the daemon's last value that fits, and a flag shows its default.
    case undecodable(key: String, value: TunerValue, reason: String)
    /// A value is outside of the declared limits, so the program reads the limit: `case .outOfLimits(let key, _, _)`.
    ///
    /// Another program declared the key with other limits first, or the default of the declaration is outside of the
    /// limits. The tuner reports this once, until a value within the limits arrives.
    case outOfLimits(key: String, value: TunerValue, limit: TunerValue)
    /// The declaration does not allow the stored value: `case .storedValueUnused(let key, let reason)`.
    ///
    /// The value was set before this version of the program declared the key with other limits or another type. The daemon
    /// keeps the value, but the key has the value of a layer or its default. The tuner reports this when it declares the
    /// key, to the program only: `tunerctl describe` prints the stored value, and `tunerctl reset` removes it.
    case storedValueUnused(key: String, reason: String)
    /// The daemon could not evaluate a flag: `case .flagFailed(let key, let code, let message)`.
    ///
    /// The flag shows its default.
    case flagFailed(key: String, code: String, message: String)
    /// The daemon refused a subscription, so that values do not change: `case .notFollowed(let refusal)`.
    case notFollowed(Refusal)
    /// The tuner cannot connect to the daemon: `case .unreachable(let reason)`.
    ///
    /// The tuner reports a reason once, until another reason follows or a connection succeeds.
    case unreachable(reason: String)
    /// The file of last known values cannot be read or written: `case .valuesFile(let path, let reason)`.
    case valuesFile(path: String, reason: String)
}

extension TunerFault: CustomStringConvertible {
    /// A sentence for people: `print("\(fault)")`.
    public var description: String {
        switch self {
        case .declarationRefused(_, let refusal): "a declaration was refused: \(refusal.message)"
        case .declaredTwice(let key): "\(key) is declared twice in this program, in different ways"
        case .undeclarable(let key, let reason): "\(key) cannot be declared: \(reason)"
        case .invalidContext: "the new context of the flags is not used: it has an infinite number or NaN"
        case .undecodable(let key, let value, let reason): "\(key) is \(value), which does not fit: \(reason)"
        case .outOfLimits(let key, let value, let limit):
            "\(key) is \(value), outside of the limits in this program, which uses \(limit)"
        case .storedValueUnused(let key, let reason):
            "the stored value of \(key) is not used: \(reason); remove it with: tunerctl reset \(key.shellWord)"
        case .flagFailed(let key, let code, let message): "the flag \(key) has its default value: \(message) (\(code))"
        case .notFollowed(let refusal): "the program does not receive changes: \(refusal.message)"
        case .unreachable(let reason): "the daemon cannot be reached: \(reason)"
        case .valuesFile(let path, let reason): "the values file \(path) cannot be used: \(reason)"
        }
    }
}
