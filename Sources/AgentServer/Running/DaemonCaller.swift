package import ClientCore
import ConsoleCore
package import JSONCore
package import LoopCore
import RPCCore
import SystemCore
import TunerAPI

/// The connection of a session to the daemon, which connects again by itself.
///
/// A call waits while there is no connection, or while the session's world is created again on a new one.
package final class DaemonCaller: AgentDaemon {
    private struct WaitingCall {
        let deadline: MonotonicTime
        let handle: (DaemonFailure?) -> Void
    }

    /// How long a call waits if the calls before it have waited in vain.
    private static let shortPatience = Duration.milliseconds(200)

    package var whenChanged: ([String]) -> Void = { _ in }
    package var whenConnected: (@escaping (Bool) -> Void) -> Void = { $0(true) }

    private let link: DaemonLink
    private var source: LinkSource?
    private let loop: EventLoop
    private let address: DaemonAddress
    private let patience: Duration
    /// Whether calls can be sent: the session has what it had on the connection before.
    private var isRestored = false
    /// The number of connections so far.
    private var connections = 0
    private var waiting: [WaitingCall] = []
    /// Whether a call has waited in vain since the last connection.
    private var hasGivenUp = false
    /// When the present loss of the connection was noticed; nil while there is a connection.
    private var lostTime: MonotonicTime?
    private var lastFault: LinkFault?
    private var watchedKeys: [String] = []
    private var subscription: LinkSubscription<SubscribeParameters>?
    /// Whether a request of the subscription has no response yet.
    private var isSubscribing = false
    /// Called when the daemon has the subscription to the watched keys.
    private var watchers: [(DaemonFailure?) -> Void] = []

    /// Creates the connection; a call waits at most for `patience`.
    package init(_ settings: DaemonLink.Settings, patience: Duration, on loop: EventLoop) {
        (self.loop, self.patience, address) = (loop, patience, settings.address)
        link = DaemonLink(settings)
        source = LinkSource(link, on: loop) { [unowned self] event, text in handle(event, text) }
    }

    /// Ends the connection, and with it the world of the session.
    package func close() {
        source?.close()
        source = nil
    }

    /// Whether nothing is read from the daemon, which then merges notifications.
    package var isPaused: Bool {
        get { source?.isPaused ?? false }
        set { source?.isPaused = newValue }
    }

    package func reconnect() { link.drop() }

    // MARK: Calls

    package func call(
        _ method: StaticString,
        _ params: JSON,
        isUrgent: Bool,
        _ handle: @escaping (Result<JSON, DaemonFailure>) -> Void
    ) {
        guard !isUrgent else { return send(method, params, handle) }
        whenReady { [self] failure in
            if let failure { handle(.failure(failure)) } else { send(method, params, handle) }
        }
    }

    package func whenReady(_ handle: @escaping (DaemonFailure?) -> Void) {
        guard !(link.isReady && isRestored) else { return handle(nil) }
        let limit = hasGivenUp ? min(patience, DaemonCaller.shortPatience) : patience
        waiting.append(WaitingCall(deadline: loop.now + limit, handle: handle))
        // The pause before the next attempt can be longer than a call waits.
        link.connect()
        loop.schedule(after: limit) { [weak self] in self?.endLateCalls() }
    }

    private func send(
        _ method: StaticString,
        _ params: JSON,
        _ handle: @escaping (Result<JSON, DaemonFailure>) -> Void
    ) {
        link.call(method.description, params) { [address] response, text in
            switch response {
            case .success(let range): handle(.success(range.value(in: text).hidingSecrets))
            case .failure(.refused(let error)): handle(.failure(.refused(error)))
            case .failure(let failure): handle(.failure(.unavailable(failure.sentence(address.path))))
            }
        }
    }

    private func endLateCalls() {
        let now = loop.now
        let late = waiting.filter { $0.deadline <= now }
        guard !late.isEmpty else { return }
        hasGivenUp = true
        waiting.removeAll { $0.deadline <= now }
        let sentence = lastFault?.sentence(address.path) ?? "the daemon at \(address.path.shownWhole) has not responded"
        for call in late { call.handle(.unavailable(sentence)) }
    }

    private func failWaitingCalls(_ sentence: String) {
        let calls = waiting
        waiting = []
        for call in calls { call.handle(.unavailable(sentence)) }
    }

    // MARK: Events

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .ready: restore()
        case .notification(let method, let params): notify(method, params, text)
        case .lost(let fault):
            note(fault)
        case .connected, .unmatchedError: break
        }
    }

    /// Fails the calls that wait, unless a later attempt may succeed soon.
    private func note(_ fault: LinkFault) {
        let lostTime = lostTime ?? loop.now
        (isRestored, lastFault, self.lostTime) = (false, fault, lostTime)
        subscription?.endConnection()
        if !link.mayPass(fault) || loop.now - lostTime >= patience { failWaitingCalls(fault.sentence(address.path)) }
    }

    private func restore() {
        connections += 1
        let connection = connections
        whenConnected { [weak self] isRestored in
            guard let self, connection == self.connections else { return }
            // The connection may be lost again already.
            self.isRestored = link.isReady
            link.confirm()
            guard isRestored else {
                return failWaitingCalls("the world of this session has ended with its connection; its values are gone")
            }
            (hasGivenUp, lostTime) = (false, nil)
            let calls = waiting
            waiting = []
            for call in calls { call.handle(nil) }
            updateSubscription()
        }
    }

    // MARK: Watched keys

    package func watch(_ keys: [String], _ handle: @escaping (DaemonFailure?) -> Void) {
        watchedKeys = keys
        whenReady { [self] failure in
            if let failure { return handle(failure) }
            watchers.append(handle)
            updateSubscription()
        }
    }

    private func updateSubscription() {
        guard link.isReady, isRestored, !isSubscribing else { return }
        guard !watchedKeys.isEmpty else {
            subscription?.leave(on: link)
            subscription = nil
            return endWatchers(nil)
        }
        let subscription = subscription ?? LinkSubscription(SubscribeParameters())
        self.subscription = subscription
        subscription.parameters.keys = watchedKeys
        guard subscription.isDue else { return endWatchers(nil) }
        isSubscribing = true
        subscription.subscribe(on: link) { [weak self] result, request in
            self?.noteSubscription(result, isResumed: request.since != nil)
        }
    }

    private func noteSubscription(_ result: Result<SubscribeParameters.Response, CallFailure>, isResumed: Bool) {
        isSubscribing = false
        switch result {
        case .success(let response):
            // Only a subscription that continues an earlier one reports what has changed before it.
            if isResumed { whenChanged(response.presentChanges.map(\.key)) }
            // More keys may be watched by now.
            updateSubscription()
        case .failure(let failure): endWatchers(.unavailable(failure.sentence(address.path)))
        }
    }

    private func endWatchers(_ failure: DaemonFailure?) {
        let ended = watchers
        watchers = []
        for handle in ended { handle(failure) }
    }

    private func notify(_ method: JSONRange, _ params: JSONRange?, _ text: Span<UInt8>) {
        guard let subscription, let changes = try? SubscribeParameters.changes(method, params, in: text),
            subscription.handle(changes)
        else { return }
        whenChanged(changes.changes.map(\.key))
    }
}

@available(*, unavailable)
extension DaemonCaller: Sendable {}

extension CallFailure {
    fileprivate func sentence(_ path: String) -> String {
        switch self {
        case .lost: "the connection to the daemon at \(path.shownWhole) was lost; a change may have been made"
        case .overloaded: "too many calls wait for the daemon at \(path.shownWhole)"
        case .unwritable: "the arguments have a number that is not finite"
        case .unreadable: "the daemon at \(path.shownWhole) has another version than tunerctl"
        case .refused(let error): error.message
        }
    }
}

extension LinkFault {
    fileprivate func sentence(_ path: String) -> String {
        switch self {
        case .noAddress(let fault): fault.sentence(about: path)
        case .client(.refused(let error)): error.message
        case .client(.distrusted(let fault)): fault.description
        case .client(.garbled): "the program at \(path.shownWhole) is not tunerd"
        case .client(.timedOut), .client(.closed), .client(.unwritable), .dropped:
            "the daemon at \(path.shownWhole) has not responded"
        case .client(.unreachable): "no daemon responds at \(path.shownWhole); a person starts one with: tunerctl start"
        case .otherProtocol(let version):
            "the daemon at \(path.shownWhole) uses protocol version \(version), but tunerctl uses \(API.protocolVersion)"
        }
    }
}
