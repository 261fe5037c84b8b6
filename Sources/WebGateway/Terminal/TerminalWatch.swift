import ClientCore
import ConsoleCore
import JSONCore
import LoopCore
import RPCCore
import TunerAPI

/// The subscription of a terminal's `watch`, on a separate connection.
///
/// It resumes after a restart of the daemon. While the client does not read, nothing is read from the daemon, which then
/// merges the changes.
final class TerminalWatch {
    private let loop: EventLoop
    private let calls: DaemonCalls
    private let world: String?
    private let send: (_ text: String, _ isFault: Bool) -> Void
    private let subscription: LinkSubscription<SubscribeParameters>
    private var source: LinkSource?
    private var hasSubscribed = false
    private var isLost = false

    /// Subscribes to keys or patterns, or to all keys; `send` receives lines, and whether they are an error.
    init(
        _ patterns: [String],
        _ calls: DaemonCalls,
        world: String?,
        on loop: EventLoop,
        _ send: @escaping (_ text: String, _ isFault: Bool) -> Void
    ) {
        self.loop = loop
        self.calls = calls
        self.world = world
        self.send = send
        var parameters = SubscribeParameters()
        parameters.match = patterns.isEmpty ? nil : PatternList(patterns)
        parameters.isInitial = false
        subscription = LinkSubscription(parameters)
        var settings = DaemonLink.Settings(calls.address)
        settings.client = "tunerweb"
        settings.world = world
        let link = DaemonLink(settings)
        source = LinkSource(link, on: loop) { [unowned self] event, text in handle(event, text, link) }
    }

    /// Whether nothing is read from the daemon.
    var isPaused: Bool {
        get { source?.isPaused ?? false }
        set { source?.isPaused = newValue }
    }

    /// Ends the subscription; nothing is sent after that.
    func close() {
        // The calls that end with the source find that the subscription is over.
        source.take()?.close()
    }

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>, _ link: DaemonLink) {
        guard source != nil else { return }
        switch event {
        case .ready: subscribe(on: link)
        case .notification(let method, let params):
            guard let changes = try? SubscribeParameters.changes(method, params, in: text),
                subscription.handle(changes)
            else { return }
            guard changes.ended == nil else { return end("the world \(world?.shown ?? "") has ended") }
            sendLines(changes.changes)
        case .lost(let fault):
            subscription.endConnection()
            if case .client(.refused(let error)) = fault, !link.mayPass(fault) { return end(error.message) }
            guard !isLost else { return }
            isLost = true
            let reason = DaemonFault(fault, at: calls.address, startCommand: calls.startCommand)
            send("\(reason.sentence)\nwatch continues when the daemon is back\n", true)
        case .connected, .unmatchedError: break
        }
    }

    /// Ends the subscription for good, for a reason.
    private func end(_ reason: String) {
        send("\(reason)\nwatch has ended\n", true)
        loop.nextTurn { [self] in close() }
    }

    private func subscribe(on link: DaemonLink) {
        subscription.subscribe(on: link) { [self] result, request in
            guard source != nil else { return }
            switch result {
            case .success(let result):
                link.confirm()
                if !hasSubscribed {
                    send("watching; to stop, type: watch off\n", false)
                } else if let values = result.values {
                    send("the daemon no longer has the missed changes; all values follow\n", false)
                    send(values.entries.map { ValueText.pair($0.name, $0.value) }.joined(), false)
                }
                hasSubscribed = true
                isLost = false
                sendLines(result.changes ?? [])
            case .failure(.refused(let error)):
                send(error.sentences.map { "\($0)\n" }.joined(), true)
                loop.nextTurn { [self] in close() }
            case .failure: link.drop()
            }
        }
    }

    private func sendLines(_ changes: [ChangeRecord]) {
        guard !changes.isEmpty else { return }
        send(Terminal.lines(changes, hasMore: false), false)
    }
}

@available(*, unavailable)
extension TerminalWatch: Sendable {}
