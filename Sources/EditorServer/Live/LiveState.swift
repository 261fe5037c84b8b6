import ClientCore
import JSONCore
import SystemCore
import TunerAPI

/// The tunables and flags in the open documents, as the daemon has them now.
final class LiveState {
    let daemon: any DaemonCalls
    let tunables: LiveTunables
    let flags: LiveFlags
    private let declarations: DeclarationWatch
    private var declarationThrottle = RefreshThrottle()
    private var definitionThrottle = RefreshThrottle()

    /// Called when something that a feature shows has changed.
    var whenChanged: (LiveChange) -> Void = { _ in } {
        didSet { (tunables.whenChanged, flags.whenChanged) = (whenChanged, whenChanged) }
    }

    init(_ daemon: any DaemonCalls) {
        self.daemon = daemon
        tunables = LiveTunables(daemon)
        flags = LiveFlags(daemon)
        declarations = DeclarationWatch(daemon)
    }

    /// Replaces the keys; without keys, there is no subscription.
    func want(_ wanted: WantedKeys) {
        declarations.setWanted(!wanted.keys.isEmpty)
        tunables.want(wanted)
        flags.want(wanted)
    }

    /// Starts the subscriptions on a new connection.
    func begin() {
        declarations.begin()
        tunables.begin()
        flags.begin()
    }

    /// Records the end of the connection.
    func end() {
        declarations.end()
        flags.end()
        tunables.end()
    }

    /// Handles a notification of the daemon.
    func handle(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) {
        if let changes = try? SubscribeParameters.changes(method, params, in: text) {
            tunables.handle(changes)
        } else if let changes = try? SubscribeFlagsParameters.changes(method, params, in: text) {
            flags.handle(changes)
        } else if let change = declarations.change(method, params, in: text) {
            if change.tunables { declarationThrottle.note() }
            if change.flags { definitionThrottle.note() }
        }
    }

    /// When ``advance(at:)`` is due; nil if never.
    var deadline: MonotonicTime? {
        [declarationThrottle.deadline, definitionThrottle.deadline].compactMap(\.self).min()
    }

    /// Reads all keys again if declarations or definitions have changed, at most once in each interval of refreshes.
    func advance(at now: MonotonicTime) {
        if declarationThrottle.take(at: now) { tunables.describeAll() }
        if definitionThrottle.take(at: now) { flags.checkConstants() }
    }

    /// Whether the world of the server has ended: only a new connection can join one of this name again.
    var hasLostWorld: Bool { tunables.hasLostWorld }

    /// Whether the daemon knows a key.
    func knows(_ key: String) -> Bool { tunables[key] != nil || flags[key] != nil }
}
