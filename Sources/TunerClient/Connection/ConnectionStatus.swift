import Observation
import Synchronization
import SystemCore

/// The state of the connection, for programs that read or watch it.
final class ConnectionStatus: Sendable {
    private struct State {
        var connection: TunerConnection
        /// The number of changes.
        var count: UInt64 = 0
        /// Why there is no connection; nil if no daemon listens, or with a connection.
        var lossReason: String?
    }

    private let state: KernelMutex<State>
    private let signal = ChangeSignal()
    private let registrar = ObservationRegistrar()
    /// Whether the program has ever read the state; until then the tuner sends no pings.
    private let isWatched = Atomic<Bool>(false)
    /// Called once, when the program first reads the state.
    private let begin: @Sendable () -> Void

    init(_ connection: TunerConnection, whenWatched begin: @escaping @Sendable () -> Void = {}) {
        state = KernelMutex(State(connection: connection))
        self.begin = begin
    }

    /// The state, tracked by `withObservationTracking`.
    var connection: TunerConnection {
        watch()
        registrar.access(self, keyPath: ConnectionStatus.path)
        return state.withLock(\.connection)
    }

    /// Whether the tuner sends pings.
    var wantsPings: Bool { isWatched.load(ordering: .relaxed) }

    /// Returns the state and the number of changes so far.
    ///
    /// - Parameter watching: Whether this read starts the pings.
    /// - Returns: The state and its number, which is different after each change.
    func current(watching: Bool = true) -> (connection: TunerConnection, count: UInt64) {
        if watching { watch() }
        return state.withLock { ($0.connection, $0.count) }
    }

    /// Waits until the number of changes differs from `count`.
    func waitForChange(after count: UInt64) async {
        await signal.wait { self.state.withLock(\.count) != count }
    }

    /// Calls a closure after each change, on the thread that made it; the closure must not wait.
    func addListener(_ listener: @escaping @Sendable () -> Void) -> UInt64 { signal.addListener(listener) }

    /// Removes a listener; a change that has begun may still call it.
    func removeListener(_ id: UInt64) { signal.removeListener(id) }

    /// Sets the state, and notifies observers if it has changed.
    ///
    /// `lost(since:)` keeps the time of the first loss.
    func set(_ connection: TunerConnection) {
        let hasChanged = state.withLock { state in
            switch (state.connection, connection) {
            case (.lost, .lost), (.connected, .connected), (.connecting, .connecting): return false
            default:
                state.connection = connection
                state.count += 1
                return true
            }
        }
        guard hasChanged else { return }
        registrar.withMutation(of: self, keyPath: ConnectionStatus.path) {}
        signal.announce()
    }

    /// Why there is no connection, for the errors of writes; nil if no daemon listens, or with a connection.
    var lossReason: String? {
        get { state.withLock(\.lossReason) }
        set { state.withLock { $0.lossReason = newValue } }
    }

    private func watch() {
        guard !isWatched.load(ordering: .relaxed), !isWatched.exchange(true, ordering: .relaxed) else { return }
        begin()
    }

    private var observed: Void { () }

    private static let path: any KeyPath<ConnectionStatus, Void> & Sendable = \ConnectionStatus.observed
}

extension ConnectionStatus: Observable {}
