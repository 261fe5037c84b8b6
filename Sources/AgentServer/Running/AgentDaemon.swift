package import JSONCore
package import RPCCore

/// The daemon, as the tools of an agent see it.
package protocol AgentDaemon: AnyObject {
    /// Called with the watched keys that have changed.
    var whenChanged: ([String]) -> Void { get set }
    /// Called on each new connection before its first call; the closure receives false if the calls must fail.
    var whenConnected: (@escaping (Bool) -> Void) -> Void { get set }

    /// Calls `handle` once the daemon accepts calls, or with the reason why it does not.
    func whenReady(_ handle: @escaping (DaemonFailure?) -> Void)

    /// Replaces the keys whose changes ``whenChanged`` reports; calls `handle` once the daemon reports them.
    func watch(_ keys: [String], _ handle: @escaping (DaemonFailure?) -> Void)

    /// Calls a method; `handle` receives the result or the failure, once.
    ///
    /// An urgent call does not wait for ``whenConnected``, which makes such calls.
    func call(
        _ method: StaticString,
        _ params: JSON,
        isUrgent: Bool,
        _ handle: @escaping (Result<JSON, DaemonFailure>) -> Void
    )

    /// Leaves a world that has ended: ends the connection, and connects again.
    func reconnect()
}

/// The reason why a call has no result.
package enum DaemonFailure: Error, Equatable {
    /// The daemon responded with an error.
    case refused(RemoteError)
    /// There is no daemon or no response, as the sentence says.
    case unavailable(String)
}

extension AgentDaemon {
    /// Calls a method; `handle` receives the result, without values of secret keys, or the failure, once.
    func call(_ method: StaticString, _ params: JSON, _ handle: @escaping (Result<JSON, DaemonFailure>) -> Void) {
        call(method, params, isUrgent: false, handle)
    }
}
