import JSONCore
import TunerAPI

/// A change that the program requests from the daemon, or a request for the present state of the daemon.
struct WriteRequest: Sendable {
    enum Kind: Sendable {
        case set([(subject: CellSubject, value: JSON)])
        case toggle(CellSubject)
        case reset(CellSubject)
        /// Begins a try, and passes the result to the closure before the request ends.
        case attempt([(subject: CellSubject, value: JSON)], @Sendable (TryResult) -> Void)
        case confirm(Int64)
        case cancel(Int64, reason: String?)
        /// Reads a tunable, and passes the result to the closure before the request ends. With a default, a key without a
        /// value is no error.
        case get(String, default: JSON?, @Sendable (GetResult) -> Void)
        /// Evaluates a flag, and passes the result to the closure before the request ends.
        case evaluate(String, FlagContext, @Sendable (EvaluationRecord) -> Void)
        /// Calls any method, and passes the result to the closure before the request ends.
        case call(String, JSON, @Sendable (JSON) -> Void)
    }

    let kind: Kind
    /// Whether the daemon replaces an illegal number with the nearest legal one.
    var clamps = false
    /// The time after which the old value returns; nil keeps the new value.
    var duration: Duration?
}
