import ClientCore
import OptionCore

/// The reason for which a write, a read from the daemon or `ready` failed.
///
/// ```swift
/// do {
///     try await settings.$cornerRadius.set(18)
/// } catch {
///     show("\(error)")
/// }
/// ```
public enum TunerError: Error, Sendable, Equatable {
    /// The tuner has no connection, and the value is unchanged: `catch .notConnected`.
    case notConnected
    /// No response arrived, and the value may or may not have changed: `catch .outcomeUnknown`.
    ///
    /// The connection was lost, or the daemon took longer than ten seconds.
    case outcomeUnknown
    /// The daemon refused the write, and the value is unchanged: `catch .refused(let refusal)`.
    case refused(Refusal)
    /// The value cannot be encoded as JSON, like an infinite number: `catch .unencodable(let key, let reason)`.
    case unencodable(key: String, reason: String)
    /// `ready` cannot succeed, because the daemon cannot receive a declaration: `catch .undeclarable(let key, _)`.
    ///
    /// See `TunerFault.undeclarable`.
    case undeclarable(key: String, reason: String)
    /// The value of a key has another type: `catch .undecodable(let key, let value, _)`.
    case undecodable(key: String, value: TunerValue, reason: String)
    /// `ready` has timed out; the reason is nil if no daemon is listening: `catch .notReady(let socket, _, _)`.
    case notReady(socket: String, timeout: Duration, reason: String?)
    /// The tuner has no daemon, because the task belongs to no running test with `.tuner`: `catch .outsideTest`.
    ///
    /// If a process has such tests, it uses no other daemon, unless `TunerOptions.socket` or a world names one.
    case outsideTest
    /// More than 8 MiB of requests wait to be sent, and the value is unchanged: `catch .overloaded`.
    case overloaded
}

extension TunerError: CustomStringConvertible {
    /// A sentence for people: `print("\(error)")`.
    public var description: String {
        switch self {
        case .notConnected: "the tuner is not connected to a daemon; no value was changed"
        case .outcomeUnknown: "the daemon did not respond; the value may have changed"
        case .refused(let refusal): refusal.message
        case .unencodable(let key, let reason): "\(key) cannot have this value: \(reason)"
        case .undeclarable(let key, let reason): TunerFault.undeclarable(key: key, reason: reason).description
        case .undecodable(let key, let value, let reason): "\(key) is \(value), which does not fit: \(reason)"
        case .notReady(let socket, let timeout, nil):
            "no daemon responded at \(socket) within \(timeout); start one with: tunerctl start"
                + (DaemonAddress(socket: nil).path == socket ? "" : " --socket \(socket.shellWord)")
        case .notReady(let socket, let timeout, let reason?):
            "the daemon at \(socket) was not ready within \(timeout): \(reason)"
        case .outsideTest:
            "this task belongs to no running test with the trait .tuner, and the other tests of this process have no "
                + "daemon; add .tuner to the test, or pass Tuner.shared of the test to the task"
        case .overloaded: "more than 8 MiB of requests wait to be sent; the value is unchanged"
        }
    }
}
