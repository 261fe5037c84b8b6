import ClientCore
import JSONCore
import TunerAPI

/// A flag, evaluated without a context.
struct LiveFlag {
    var value: JSON?
    var variant: String?
    var reason: String
}

/// The flags in the open documents, by a subscription to exactly these keys.
final class LiveFlags {
    /// Called when something that a feature shows has changed.
    var whenChanged: (LiveChange) -> Void = { _ in } {
        didSet { constants.whenChanged = whenChanged }
    }

    /// The flags in calls that have the same value for everybody.
    let constants: ConstantFlags

    private let daemon: any DaemonCalls
    private var subscription = Subscription(SubscribeFlagsParameters())
    private var named: Set<String> = []
    private var known: [String: LiveFlag] = [:]
    private var isReady = false
    /// Whether the daemon has responded to the present keys.
    private(set) var isLoaded = false

    init(_ daemon: any DaemonCalls) {
        self.daemon = daemon
        constants = ConstantFlags(daemon)
    }

    /// Returns the flag; nil if the daemon does not know it, or has not responded yet.
    subscript(key: String) -> LiveFlag? { known[key] }

    func want(_ wanted: WantedKeys) {
        subscription.parameters.keys = wanted.keys
        named = wanted.named
        let kept = Set(wanted.keys)
        known = known.filter { kept.contains($0.key) }
        subscribeIfDue()
    }

    /// Starts the subscription on a new connection.
    func begin() {
        isReady = true
        subscribeIfDue()
    }

    /// Forgets all values: without the daemon, nothing is known.
    func end() {
        (isReady, isLoaded) = (false, false)
        subscription.end()
        known = [:]
        constants.forgetAll()
    }

    func handle(_ changes: FlagsChangedParameters) {
        guard subscription.handle(changes) else { return }
        for change in changes.changes {
            set(change.key, LiveFlag(value: change.value, variant: change.variant, reason: change.reason))
            constants.forget(change.key)
        }
        whenChanged(.declarations)
    }

    /// Reads again which flags are the same for everybody, after a change of a definition.
    func checkConstants() {
        constants.forgetAll()
        readConstants()
        whenChanged(.declarations)
    }

    private func readConstants() {
        constants.read(named.filter { known[$0]?.reason == "STATIC" }.sorted())
    }

    private func set(_ key: String, _ flag: LiveFlag) {
        known[key] = flag.reason == "ERROR" ? nil : flag
    }

    private func subscribeIfDue() {
        guard isReady, subscription.isDue else { return }
        isLoaded = false
        guard subscription.parameters.keys?.isEmpty == false else { return daemon.end(&subscription) }
        let request = subscription.request()
        daemon.call(API.Flags.subscribe, request) { [weak self] result in
            guard let self, case .success(let response) = result else { return }
            daemon.unsubscribe(SubscribeFlagsParameters.self, subscription.begin(response, of: request))
            // The last document with a key may have been closed meanwhile.
            guard subscription.parameters.keys?.isEmpty == false else { return daemon.end(&subscription) }
            isLoaded = !subscription.isDue
            for flag in response.flags {
                set(flag.key, LiveFlag(value: flag.value, variant: flag.variant, reason: flag.reason))
            }
            readConstants()
            whenChanged(.declarations)
        }
    }
}
