import Observation
import Synchronization

/// Whether the daemon is there, for those who watch that.
final class ConnectionStatus: Sendable {
    private struct State {
        var connection: TunerConnection
        /// How often it has changed.
        var count: UInt64 = 0
    }

    private let state: Mutex<State>
    private let signal = ChangeSignal()
    private let registrar = ObservationRegistrar()
    /// Whether anybody has ever asked: nobody else is worth a ping each second.
    private let isWatched = Atomic<Bool>(false)
    /// Told when somebody asks for the first time.
    private let begin: @Sendable () -> Void

    init(_ connection: TunerConnection, whenWatched begin: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(connection: connection))
        self.begin = begin
    }

    /// What it is, noted by who tracks what it reads.
    var connection: TunerConnection {
        watch()
        registrar.access(self, keyPath: ConnectionStatus.path)
        return state.withLock(\.connection)
    }

    /// Whether somebody wants to know.
    var wantsPings: Bool { isWatched.load(ordering: .relaxed) }

    /// What it is now, with a count that differs from that of any other time.
    func current(watching: Bool = true) -> (connection: TunerConnection, count: UInt64) {
        if watching { watch() }
        return state.withLock { ($0.connection, $0.count) }
    }

    /// Waits until it is another than at that count.
    func waitForChange(after count: UInt64) async {
        await signal.wait { self.state.withLock(\.count) != count }
    }

    /// It is another now, unless it is the same: lost is lost since the first time.
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

    private func watch() {
        guard !isWatched.load(ordering: .relaxed), !isWatched.exchange(true, ordering: .relaxed) else { return }
        begin()
    }

    private var observed: Void { () }

    private static let path: any KeyPath<ConnectionStatus, Void> & Sendable = \ConnectionStatus.observed
}

extension ConnectionStatus: Observable {}
