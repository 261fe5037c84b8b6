import ClientCore
import JSONCore
import LoopCore
import SystemCore

/// A connection to the daemon for the calls of many requests, which opens when a call needs it.
///
/// Calls wait while it connects. After a lost connection, the next call connects again.
final class CallLink {
    /// How long a connection without a call stays open.
    private static let idleTime = Duration.seconds(60)

    /// The time of the last call, or of the last response while calls have none.
    private(set) var lastUse: MonotonicTime
    /// The number of calls without a response.
    private(set) var callCount = 0

    /// A call that waits for a connection.
    private struct WaitingCall {
        let method: String
        let parameters: WrittenJSON
        let handle: DaemonCalls.Handler
    }

    private let loop: EventLoop
    private let address: DaemonAddress
    private let startCommand: String
    /// How long the calls without a response wait for the next response.
    private let patience: Duration
    private let whenIdle: () -> Void
    private let link: DaemonLink
    private var source: LinkSource?
    /// Whether the calls change something.
    private let changes: Bool
    private var waiting: [WaitingCall] = []
    private let waitingBytes: WaitingBytes
    private var timer: TimerHeap.ID?

    /// Creates a link without a connection; `whenIdle` is called when it was not used for a minute.
    init(
        _ settings: DaemonLink.Settings,
        for lane: DaemonCalls.Lane,
        startCommand: String,
        waitingBytes: WaitingBytes,
        on loop: EventLoop,
        whenIdle: @escaping () -> Void
    ) {
        var settings = settings
        settings.reconnects = false
        self.loop = loop
        patience = lane.patience
        changes = lane == .writes
        self.waitingBytes = waitingBytes
        self.startCommand = startCommand
        self.whenIdle = whenIdle
        address = settings.address
        lastUse = loop.now
        link = DaemonLink(settings)
        source = LinkSource(link, on: loop) { [unowned self] event, _ in handle(event) }
        check(in: patience)
    }

    /// Sends a call, now or once the link is connected; `handle` receives the response, or the reason of the failure.
    func call(_ method: String, _ parameters: some JSONWritable, _ handle: @escaping DaemonCalls.Handler) {
        callCount += 1
        if callCount == 1 {
            lastUse = loop.now
        }
        guard !link.isReady else { return send(method, parameters, handle) }
        link.connect()
        let text: WrittenJSON
        do {
            text = try WrittenJSON(parameters)
        } catch {
            return fail(handle, because: .unreadable)
        }
        guard waitingBytes.add(text.count) else { return fail(handle, because: .tooManyCalls) }
        waiting.append(WaitingCall(method: method, parameters: text, handle: handle))
    }

    private func fail(_ handle: DaemonCalls.Handler, because fault: DaemonFault) {
        callCount -= 1
        let none: [UInt8] = []
        handle(.failure(fault), none.span)
    }

    /// Ends all calls and the connection.
    func close() {
        source?.close()
        source = nil
        timer.map { loop.cancel($0) }
        timer = nil
        endWaiting(because: .unavailable("tunerweb is stopping"))
    }

    private func send(_ method: String, _ parameters: some JSONWritable, _ handle: @escaping DaemonCalls.Handler) {
        link.call(method, parameters) { [self] response, text in
            callCount -= 1
            lastUse = loop.now
            handle(
                response.mapError { DaemonFault($0, at: address, startCommand: startCommand, changes: changes) },
                text
            )
        }
    }

    private func handle(_ event: DaemonLink.Event) {
        switch event {
        case .ready:
            link.confirm()
            endWaiting(because: nil)
        case .lost(let fault): endWaiting(because: DaemonFault(fault, at: address, startCommand: startCommand))
        case .connected, .notification, .unmatchedError: break
        }
    }

    private func endWaiting(because fault: DaemonFault?) {
        let calls = waiting
        waiting = []
        for call in calls {
            waitingBytes.remove(call.parameters.count)
            if let fault {
                fail(call.handle, because: fault)
            } else {
                send(call.method, call.parameters, call.handle)
            }
        }
    }

    /// Looks after a time whether the daemon still responds, and whether the link is still used.
    private func check(in time: Duration) {
        timer = loop.schedule(after: time) { [unowned self] in
            timer = nil
            let limit = callCount > 0 ? patience : CallLink.idleTime
            let rest = lastUse + limit - loop.now
            if rest > .zero {
                check(in: min(rest, patience))
            } else if callCount > 0 {
                lastUse = loop.now
                link.drop()
                check(in: patience)
            } else {
                whenIdle()
            }
        }
    }
}

@available(*, unavailable)
extension CallLink: Sendable {}
