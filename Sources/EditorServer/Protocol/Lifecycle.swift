import RPCCore

/// The phases of a server: `initialize`, `shutdown` and `exit`.
struct Lifecycle {
    private enum Phase {
        case created
        case running
        case shutDown
    }

    private var phase = Phase.created
    /// The exit code, once the client has ended the server.
    private(set) var exitCode: Int32?

    /// Whether notifications of the client are handled.
    var isRunning: Bool { phase == .running }

    /// Returns why a request cannot be handled in this phase; nil if it can.
    func refusal(of method: String) -> RPCError? {
        switch phase {
        case .created:
            method == "initialize"
                ? nil : RPCError(.notInitialized, "the first request must be initialize, got \(method)")
        case .running:
            method == "initialize" ? RPCError(.invalidRequest, "the server is initialized already") : nil
        case .shutDown: RPCError(.invalidRequest, "after shutdown, only exit is possible")
        }
    }

    mutating func initialize() { phase = .running }

    mutating func shutDown() { phase = .shutDown }

    /// Records the notification `exit`; the exit code is 1 without a `shutdown` before.
    mutating func exit() { exitCode = exitCode ?? (phase == .shutDown ? 0 : 1) }

    /// Records that the input has ended or cannot be read.
    mutating func fail() { exitCode = exitCode ?? 1 }
}
