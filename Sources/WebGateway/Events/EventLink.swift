import ClientCore
import JSONCore
import LoopCore
import TunerAPI

/// A connection to the daemon with the subscriptions of all feeds of one world, or of the shared state.
final class EventLink {
    /// The limit for the feeds; the daemon has one for the subscriptions of a connection.
    static let mostFeeds = 256

    /// How long the daemon may take for the next response.
    private static let patience = Duration.seconds(10)

    /// The limit for the joins without a result; each of them has up to two separate subscriptions.
    private static let mostJoins = 32

    /// The name of the daemon's state; empty before the first connection.
    var epoch = ""

    private let loop: EventLoop
    private let calls: DaemonCalls
    private let streams: EventStreams
    private let whenUnused: () -> Void
    private let link: DaemonLink
    private var source: LinkSource?
    private var feeds: [EventQuery: EventFeed] = [:]
    private var feedsByName: [String: EventFeed] = [:]
    /// The number of joins without a result, and the joins that wait for their end.
    private var joinCount = 0
    private var waitingJoins: ArraySlice<() -> Void> = []
    private var isBeginningJoins = false
    /// Drops a connection whose daemon does not respond; while there is no call, it sends a ping each minute.
    private var timer: CallTimer?

    /// Creates a link, which connects at once; `whenUnused` is called in a later turn when it has no feed.
    init(
        _ world: String?,
        to calls: DaemonCalls,
        _ streams: EventStreams,
        on loop: EventLoop,
        whenUnused: @escaping () -> Void
    ) {
        self.loop = loop
        self.calls = calls
        self.streams = streams
        self.whenUnused = whenUnused
        var settings = DaemonLink.Settings(calls.address)
        settings.client = "tunerweb"
        settings.world = world
        link = DaemonLink(settings)
        source = LinkSource(link, on: loop) { [unowned self] event, text in handle(event, text) }
        timer = CallTimer(
            on: loop,
            patience: EventLink.patience,
            whenSilent: { [link] in link.drop() },
            whenIdle: { [unowned self] in call(API.ping.name, PingParameters()) { _, _ in } }
        )
    }

    var isReady: Bool { link.isReady }

    var isUnused: Bool { feeds.isEmpty }

    /// Returns the feed of a query; nil if there are too many.
    func feed(_ query: EventQuery) -> EventFeed? {
        link.connect()
        if let feed = feeds[query] { return feed }
        guard feeds.count < EventLink.mostFeeds else { return nil }
        let feed = EventFeed(query, on: self, streams)
        feeds[query] = feed
        return feed
    }

    /// Ends a feed without clients.
    func end(_ feed: EventFeed) {
        guard feeds[feed.query] === feed else { return }
        feeds[feed.query] = nil
        if let name = feed.valuesName {
            unsubscribe(name, API.Tunables.unsubscribe.name)
        }
        if let name = feed.flagsName {
            unsubscribe(name, API.Flags.unsubscribe.name)
        }
        if feeds.isEmpty {
            // The feed may have ended in an event of this link.
            loop.nextTurn { [weak self] in self?.whenUnused() }
        }
    }

    /// Ends the connection.
    func close() {
        timer?.close()
        source?.close()
        source = nil
        let fault = DaemonFault.unavailable("tunerweb is stopping")
        for feed in feeds.values { feed.lose(because: fault, isFinal: true) }
    }

    // MARK: Joins

    /// Calls `begin` when there are few enough joins; the caller reports the end of the join.
    func beginJoin(_ begin: @escaping () -> Void) {
        waitingJoins.append(begin)
        beginJoins()
    }

    /// Lets the next join begin.
    func endJoin() {
        joinCount -= 1
        beginJoins()
    }

    private func beginJoins() {
        // A join may end at once, which must not call this function inside itself for each join that waits.
        guard !isBeginningJoins else { return }
        isBeginningJoins = true
        while isReady, joinCount < EventLink.mostJoins, !waitingJoins.isEmpty {
            joinCount += 1
            waitingJoins.removeFirst()()
        }
        if waitingJoins.isEmpty {
            // A slice keeps what was removed.
            waitingJoins = []
        }
        isBeginningJoins = false
    }

    // MARK: Calls

    func call(_ method: StaticString, _ parameters: some JSONWritable, _ handle: @escaping DaemonCalls.Handler) {
        timer?.beginCall()
        link.call(method.description, parameters) { [calls, timer] response, text in
            timer?.endCall()
            let fault = { (failure: CallFailure) in
                DaemonFault(failure, at: calls.address, startCommand: calls.startCommand)
            }
            handle(response.mapError(fault), text)
        }
    }

    /// Passes the notifications of a subscription to a feed.
    func register(_ feed: EventFeed, as name: String) { feedsByName[name] = feed }

    func unsubscribe(_ name: String, _ method: StaticString) {
        feedsByName[name] = nil
        var parameters = UnsubscribeParameters()
        parameters.subscription = name
        call(method, parameters) { _, _ in }
    }

    // MARK: Events

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .ready(let hello):
            link.confirm()
            epoch = hello.epoch
            for feed in feeds.values { feed.resume() }
        case .notification(let method, let params?):
            if method.isString(API.Tunables.changed.name, in: text) {
                notify(.change, params, text)
            } else if method.isString(API.Flags.changed.name, in: text) {
                notify(.flagChange, params, text)
            }
        case .lost(let reason):
            let fault = DaemonFault(reason, at: calls.address, startCommand: calls.startCommand)
            feedsByName = [:]
            waitingJoins = []
            let isRefused = if case .refused = fault { true } else { false }
            let isFinal = isRefused && !link.mayPass(reason)
            for feed in feeds.values { feed.lose(because: fault, isFinal: isFinal) }
        case .connected, .notification, .unmatchedError: break
        }
    }

    private func notify(_ name: EventText.Name, _ params: JSONRange, _ text: Span<UInt8>) {
        var members = JSONMembers(of: params)
        while let (member, value) = members.next(in: text) {
            guard member.isString("subscription", in: text) else { continue }
            if let subscription = value.string(in: text) {
                feedsByName[subscription]?.notify(name, params, text)
            }
            return
        }
    }
}

@available(*, unavailable)
extension EventLink: Sendable {}
