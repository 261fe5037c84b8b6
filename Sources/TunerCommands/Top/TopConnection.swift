import ConsoleCore
import JSONCore
import RPCCore
import Synchronization
import SystemCore
import TunerAPI

/// The daemon's side of `tunerctl top`, on a separate thread: requests in, events out.
///
/// So neither a call nor a new connection delays the screen and the keys.
final class TopConnection: Sendable {
    /// What the thread reports to the screen, in order.
    enum Event: Sendable {
        /// All rows, with the last commits; nil if the connection was lost.
        case loaded(Table?)
        case changed([WatchedChange])
        /// Whether the daemon is not reachable.
        case lost(Bool)
        /// The end of a request, with what the last line of the screen says.
        case finished(message: String)
        /// The thread has ended.
        case failed(Failure)
    }

    struct Table: Sendable {
        var tunables: [ListedTunable] = []
        var commits: [CommitRecord] = []
        var revision: Int64 = 0
    }

    private struct Mail {
        var requests: [TopModel.Request] = []
        var events: [Event] = []
    }

    private let mail = Mutex(Mail())
    private let hasRequests: Wakeup
    private let hasEvents: Wakeup
    private let match: PatternList?
    private let reveals: Bool

    /// Starts the thread, which connects, and loads the table first.
    init(_ daemon: DaemonEndpoint, _ global: GlobalOptions, _ match: PatternList?) throws(SystemError) {
        hasRequests = try Wakeup()
        hasEvents = try Wakeup()
        self.match = match
        reveals = global.reveals
        // Nothing joins the thread: a daemon that hangs must not delay the end of the program.
        try KernelThread { [self] in
            do throws(Failure) {
                try run(daemon, global)
            } catch {
                report(.failed(error))
            }
        }.detach()
    }

    /// Adds this connection to a poller, which then reports events.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try poller.add(hasEvents.descriptor, token: token, interest: .readable)
    }

    /// Passes a request to the thread; its end is a `loaded` or a `finished`.
    func send(_ request: TopModel.Request) {
        mail.withLock { $0.requests.append(request) }
        hasRequests.signal()
    }

    /// Returns all events since the last call.
    func takeEvents() -> [Event] {
        hasEvents.drain()
        return mail.withLock { mail in
            defer { mail.events = [] }
            return mail.events
        }
    }

    // MARK: The thread

    private func report(_ event: Event) {
        mail.withLock { $0.events.append(event) }
        hasEvents.signal()
    }

    private func run(_ daemon: DaemonEndpoint, _ global: GlobalOptions) throws(Failure) {
        var parameters = SubscribeParameters()
        parameters.match = match
        parameters.isInitial = false
        let watcher = SubjectWatcher(daemon, global, WatchedTunables(parameters, global))
        _ = try watcher.begin()
        report(.loaded(try table(from: watcher)))
        var wasLost = false
        while true {
            let isLost = !watcher.isSubscribed
            if isLost != wasLost { report(.lost(isLost)) }
            wasLost = isLost
            try Failure.system { () throws(SystemError) in try wait(for: watcher) }
            for request in takeRequests() { report(try perform(request, on: watcher)) }
            let changes = try watcher.next(within: .zero)
            if !changes.isEmpty { report(.changed(reveals ? changes : changes.map(\.hidingSecret))) }
        }
    }

    private func wait(for watcher: SubjectWatcher) throws(SystemError) {
        let poller = try Poller(.poll)
        try poller.add(hasRequests.descriptor, token: 0, interest: .readable)
        try watcher.watch(by: poller, token: 1)
        var events: [PollerEvent] = []
        try poller.wait(watcher.timeout, into: &events)
    }

    private func takeRequests() -> [TopModel.Request] {
        hasRequests.drain()
        return mail.withLock { mail in
            defer { mail.requests = [] }
            return mail.requests
        }
    }

    private func perform(_ request: TopModel.Request, on watcher: SubjectWatcher) throws(Failure) -> Event {
        if request == .reload { return .loaded(try table(from: watcher)) }
        do throws(Failure) {
            let message = try watcher.attempt { (daemon) throws(Failure) in
                try TopConnection.call(request, on: daemon)
            }
            return .finished(message: message ?? "the daemon did not respond")
        } catch .refused(let error) {
            return .finished(message: error.message.shown)
        } catch .onlyShared {
            return .finished(message: Failure.onlyShared.sentence)
        }
    }

    private func table(from watcher: SubjectWatcher) throws(Failure) -> Table? {
        var table = Table()
        var parameters = ListParameters()
        parameters.match = match
        var hasMore = true
        while hasMore {
            let page = try watcher.attempt { (daemon) throws(Failure) in
                try daemon.call(API.Tunables.list, parameters).result
            }
            guard let page else { return nil }
            table.tunables += page.tunables
            table.revision = page.revision
            hasMore = page.more == true
            parameters.after = page.tunables.last?.key
        }
        let tunables = table.tunables
        let commits = try watcher.attempt { (daemon) throws(Failure) in
            try daemon.commits(changing: tunables, matching: match)
        }
        table.commits = commits ?? []
        return table
    }

    /// Makes the call of a request; returns what the last line of the screen says.
    private static func call(
        _ request: TopModel.Request,
        on daemon: DaemonConnection
    ) throws(Failure) -> String {
        switch request {
        case .step(let key, let count):
            var parameters = StepParameters()
            (parameters.key, parameters.count) = (key, count)
            _ = try daemon.call(API.Tunables.step, parameters)
        case .toggle(let key):
            _ = try daemon.call(plainly: API.Tunables.toggle, ["key": .string(key)])
        case .choose(let key, let value):
            _ = try daemon.call(plainly: API.Tunables.set, ["key": .string(key), "value": value])
        case .set(let key, let text):
            var texts = TypedTexts([(key, text)], areStrings: false)
            _ = try texts.send(on: daemon) { (values) throws(Failure) in
                try daemon.call(plainly: API.Tunables.set, ["key": .string(key), "value": values[key] ?? .null])
            }
        case .reset(let key):
            _ = try daemon.call(plainly: API.Tunables.reset, ["key": .string(key)])
        case .undo: return text(of: try daemon.call(API.Tunables.undo).result)
        case .redo: return text(of: try daemon.call(API.Tunables.redo).result)
        case .reload, .quit: break
        }
        return ""
    }

    private static func text(of result: UndoResult) -> String {
        let changes = result.changes.prefix(3).map { change in
            "\(change.key.shownWhole): \(ValueText.short(change.old)) -> \(ValueText.short(change.value))"
        }
        return (changes + (result.flags ?? []).prefix(3).map(FlagText.line)).joined(separator: ", ")
    }
}
