import ClientCore
import JSONCore
import LoopCore
import TunerAPI

/// The version of the daemon's flags, from a subscription to the daemon.
///
/// The connection opens with the first use and stays open. Call the functions only from events, actions and timers of
/// the loop.
final class FlagsVersions {
    /// A caller that waits for a ping, and the version that it has seen.
    private struct Check {
        let version: String
        let handle: (Bool) -> Void
    }

    /// How long the daemon may take for the response to a ping.
    private static let patience = Duration.seconds(10)

    /// The version in the last message of the daemon; nil while there is no subscription.
    private(set) var current: String?
    /// Called with each new version, also with the first one after a lost connection.
    var whenChanged: (String) -> Void = { _ in }

    private let loop: EventLoop
    private let address: DaemonAddress
    private let startCommand: String
    private var source: LinkSource?
    /// The callers that wait for the version.
    private var waiting: [(Result<String, DaemonFault>) -> Void] = []
    /// The callers that wait for the next ping.
    private var checks: [Check] = []
    private var isPinging = false
    /// The action at the end of the turn that sends a ping; nil if none is due.
    private var flush: EventLoop.FlushID?

    /// Creates the subscription of calls' daemon, without a connection.
    init(of calls: DaemonCalls, on loop: EventLoop) {
        self.loop = loop
        address = calls.address
        startCommand = calls.startCommand
    }

    /// Opens the connection, if there is none and the next attempt is later.
    func connect() {
        guard let source else {
            var settings = DaemonLink.Settings(address)
            settings.client = "tunerweb"
            self.source = LinkSource(DaemonLink(settings), on: loop) { [unowned self] in handle($0, $1) }
            return
        }
        source.link.connect()
    }

    /// Calls `handle` once with the version, or with the reason why there is none.
    func whenKnown(_ handle: @escaping (Result<String, DaemonFault>) -> Void) {
        if let current { return handle(.success(current)) }
        connect()
        waiting.append(handle)
    }

    /// Finds out whether a version is still the present one at the time of this call.
    ///
    /// A change and its notification have a moment between them. A client that has received the response to its change
    /// must not meet that moment. The daemon sends the notification of a change before any response that follows the
    /// change. So this sends a ping, and compares after its response. One ping serves all callers of a turn, and those
    /// who come while another ping is under way.
    func check(_ version: String, _ handle: @escaping (Bool) -> Void) {
        checks.append(Check(version: version, handle: handle))
        pingAtEndOfTurn()
    }

    /// Ends the connection.
    func close() {
        source?.close()
        source = nil
        lose(because: .unavailable("tunerweb is ending"))
    }

    private func pingAtEndOfTurn() {
        guard flush == nil, !isPinging else { return }
        flush = loop.flushAfterTurn { [unowned self] in
            if let flush { loop.cancel(flush) }
            flush = nil
            ping()
            // Responses that were written at once need another turn.
            if !isPinging { loop.nextTurn {} }
        }
    }

    private func ping() {
        let served = checks
        checks = []
        isPinging = true
        guard let link = source?.link else { return pinged(served, hasResponse: false) }
        let timer = loop.schedule(after: FlagsVersions.patience) { link.drop() }
        link.call(API.ping) { [self] response in
            loop.cancel(timer)
            pinged(served, hasResponse: (try? response.get()) != nil)
        }
    }

    private func pinged(_ served: [Check], hasResponse: Bool) {
        isPinging = false
        for check in served { check.handle(hasResponse && check.version == current) }
        if !checks.isEmpty {
            pingAtEndOfTurn()
        }
    }

    private func handle(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        switch event {
        case .ready:
            source?.link.call(API.Server.subscribe) { [self] response in
                guard case .success(let result) = response else { return }
                source?.link.confirm()
                begin(result.info.flagsVersion)
            }
        case .notification(let method, let params?) where method.isString(API.Server.changed.name, in: text):
            if let version = (try? ServerChangedParameters(params, in: text))?.flagsVersion {
                begin(version)
            }
        case .lost(let fault): lose(because: DaemonFault(fault, at: address, startCommand: startCommand))
        case .connected, .notification, .unmatchedError: break
        }
    }

    private func begin(_ version: String) {
        guard version != current else { return }
        current = version
        let handlers = waiting
        waiting = []
        for handle in handlers { handle(.success(version)) }
        whenChanged(version)
    }

    private func lose(because fault: DaemonFault) {
        current = nil
        let handlers = waiting
        waiting = []
        for handle in handlers { handle(.failure(fault)) }
    }
}

@available(*, unavailable)
extension FlagsVersions: Sendable {}
