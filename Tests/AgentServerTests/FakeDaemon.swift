import AgentServer
import JSONCore
import RPCCore

/// A daemon whose results a test prepares.
final class FakeDaemon: AgentDaemon {
    struct Call: Equatable {
        let method: String
        let params: JSON
    }

    private(set) var watchedKeys: [String] = []
    /// Why the daemon accepts no calls; nil if it does.
    var absence: DaemonFailure?
    /// Whether the calls of tools wait until `release`, as without a connection.
    var isConnecting = false
    var whenChanged: ([String]) -> Void = { _ in }
    var whenConnected: (@escaping (Bool) -> Void) -> Void = { $0(true) }
    /// The results by method; a method without one is refused.
    var results: [String: JSON] = [:]
    /// The refusals by method, which come before the results.
    var refusals: [String: RemoteError] = [:]
    /// The methods whose responses wait until `release`.
    var held: Set<String> = []
    private(set) var calls: [Call] = []
    private(set) var reconnections = 0
    private var waiting: [() -> Void] = []

    func call(
        _ method: StaticString,
        _ params: JSON,
        isUrgent: Bool,
        _ handle: @escaping (Result<JSON, DaemonFailure>) -> Void
    ) {
        let name = method.description
        calls.append(Call(method: name, params: params))
        let result: Result<JSON, DaemonFailure>
        if let error = refusals[name] {
            result = .failure(.refused(error))
        } else {
            result = results[name].map { .success($0) } ?? .failure(.unavailable("no result for \(name)"))
        }
        if held.contains(name) { waiting.append { handle(result) } } else { handle(result) }
    }

    func whenReady(_ handle: @escaping (DaemonFailure?) -> Void) {
        let absence = absence
        if isConnecting { waiting.append { handle(absence) } } else { handle(absence) }
    }

    func watch(_ keys: [String], _ handle: @escaping (DaemonFailure?) -> Void) {
        watchedKeys = keys
        whenReady(handle)
    }

    func reconnect() { reconnections += 1 }

    /// Sends the responses that wait.
    func release() {
        let responses = waiting
        waiting = []
        for respond in responses { respond() }
    }

    func calls(of method: String) -> [JSON] { calls.filter { $0.method == method }.map(\.params) }
}
