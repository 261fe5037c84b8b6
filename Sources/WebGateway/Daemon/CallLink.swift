import ClientCore
import JSONCore
import LoopCore
import SystemCore
import TunerAPI

/// A connection to the daemon for the calls of many requests, which opens when a call needs it.
///
/// Calls wait while it connects. After a lost connection, the next call connects again.
final class CallLink {
    /// The limit for the bytes of a message beside the parameters of its call.
    private static let overhead = 1_024

    /// A call that waits for a connection.
    private struct WaitingCall {
        let method: String
        let parameters: WrittenJSON
        let epoch: String?
        let handle: DaemonCalls.Handler
    }

    private let address: DaemonAddress
    private let startCommand: String
    private let link: DaemonLink
    private var source: LinkSource?
    /// Whether the calls change something.
    private let changes: Bool
    private var waiting: [WaitingCall] = []
    private let waitingBytes: WaitingBytes
    private let timer: CallTimer
    /// The limit of the daemon for the bytes of a message; nil before the first connection.
    private var messageLimit: Int64?
    /// The epoch of the daemon's state, which lasts as long as the connection; nil before the first connection.
    private(set) var epoch: String?

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
        changes = lane == .writes
        self.waitingBytes = waitingBytes
        self.startCommand = startCommand
        address = settings.address
        let link = DaemonLink(settings)
        self.link = link
        timer = CallTimer(on: loop, patience: lane.patience, whenSilent: { link.drop() }, whenIdle: whenIdle)
        source = LinkSource(link, on: loop) { [unowned self] event, _ in handle(event) }
    }

    /// The time of the last call, or of the last response while calls have none.
    var lastUse: MonotonicTime { timer.lastUse }

    /// The number of calls without a response.
    var callCount: Int { timer.callCount }

    /// Sends a call, now or once the link is connected; `handle` receives the response, or the reason of the failure.
    ///
    /// `length` is the number of bytes in the parameters if there can be many. With an epoch, the call is sent to a daemon
    /// with this state only.
    func call(
        _ method: String,
        _ parameters: some JSONWritable,
        length: Int,
        inEpoch epoch: String?,
        _ handle: @escaping DaemonCalls.Handler
    ) {
        timer.beginCall()
        guard !link.isReady else { return send(method, parameters, length: length, inEpoch: epoch, handle) }
        link.connect()
        let text: WrittenJSON
        do {
            text = try WrittenJSON(parameters)
        } catch {
            return fail(handle, because: .unreadable)
        }
        guard waitingBytes.add(text.count) else { return fail(handle, because: .tooManyCalls) }
        waiting.append(WaitingCall(method: method, parameters: text, epoch: epoch, handle: handle))
    }

    private func fail(_ handle: DaemonCalls.Handler, because fault: DaemonFault) {
        timer.endCall()
        let none: [UInt8] = []
        handle(.failure(fault), none.span)
    }

    /// Ends all calls and the connection.
    func close() {
        source?.close()
        source = nil
        timer.close()
        endWaiting(because: .unavailable("tunerweb is stopping"))
    }

    private func send(
        _ method: String,
        _ parameters: some JSONWritable,
        length: Int,
        inEpoch epoch: String?,
        _ handle: @escaping DaemonCalls.Handler
    ) {
        guard epoch == nil || epoch == self.epoch else { return fail(handle, because: .otherEpoch) }
        // The daemon would end the connection, and with it all other calls.
        if let messageLimit, length + CallLink.overhead > messageLimit {
            return fail(handle, because: .tooLong(limit: messageLimit))
        }
        link.call(method, parameters) { [self] response, text in
            timer.endCall()
            handle(
                response.mapError { DaemonFault($0, at: address, startCommand: startCommand, changes: changes) },
                text
            )
        }
    }

    private func handle(_ event: DaemonLink.Event) {
        switch event {
        case .ready(let hello):
            link.confirm()
            epoch = hello.epoch
            if case .integer(let limit)? = hello.limits["message"] {
                messageLimit = limit
            }
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
                let length = call.parameters.count
                send(call.method, call.parameters, length: length, inEpoch: call.epoch, call.handle)
            }
        }
    }
}

@available(*, unavailable)
extension CallLink: Sendable {}
