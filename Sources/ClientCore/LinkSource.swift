package import LoopCore
package import SystemCore

/// A link that runs on an event loop.
///
/// The link connects in the first turn. Call methods only from an event, an action or a timer of the loop: at the end of
/// the turn, the link sends what was called. The owner keeps the source until ``close()``.
package final class LinkSource: EventSource {
    package let link: DaemonLink
    /// Whether nothing is read from the daemon, which then merges notifications.
    package var isPaused = false {
        didSet { if isPaused != oldValue { advanceAtEndOfTurn() } }
    }
    private let loop: EventLoop
    private let handle: DaemonLink.EventHandler
    /// The action at the end of this turn; nil if nothing has happened to the link in this turn.
    private var flush: EventLoop.FlushID?
    private var timer: (deadline: MonotonicTime, id: TimerHeap.ID)?
    /// What the loop waits for; nil while the socket is not in the loop.
    private var interest: Interest?
    /// Whether the link handles its end of the turn: what is due after that has a deadline.
    private var isAdvancing = false
    /// Whether the daemon has hung up during a pause; what it has sent is then read without the loop's events.
    private var hasHungUp = false

    /// Adds a link to a loop until ``close()``; `handle` receives its events.
    ///
    /// If the loop cannot wait for the socket, the link loses the connection and tries again later.
    package init(_ link: DaemonLink, on loop: EventLoop, _ handle: @escaping DaemonLink.EventHandler) {
        (self.link, self.loop, self.handle) = (link, loop, handle)
        link.whenDue = { [unowned self] in advanceAtEndOfTurn() }
        advanceAtEndOfTurn()
        loop.nextTurn {}
    }

    package func ready(_ readiness: Readiness) {
        guard isPaused else { return receive() }
        if readiness.isHangup {
            // The loop reports a hangup in each turn, also to a source that does not read.
            removeSocket()
            hasHungUp = true
        }
        advanceAtEndOfTurn()
    }

    /// Ends all calls, and removes the link from the loop.
    package func close() {
        removeSocket()
        link.close()
        if let timer { loop.cancel(timer.id) }
        if let flush { loop.cancel(flush) }
        (timer, flush) = (nil, nil)
    }

    private func receive() {
        guard !isPaused else { return }
        link.receive { event, text in pass(event, text) }
        advanceAtEndOfTurn()
    }

    private func pass(_ event: DaemonLink.Event, _ text: Span<UInt8>) {
        // The link closes the socket after this event.
        if case .lost = event {
            removeSocket()
            hasHungUp = false
        }
        handle(event, text)
    }

    private func advanceAtEndOfTurn() {
        if case .closed = link.state { return }
        guard flush == nil, !isAdvancing else { return }
        flush = loop.flushAfterTurn { [unowned self] in advance() }
    }

    private func advance() {
        if let flush { loop.cancel(flush) }
        flush = nil
        isAdvancing = true
        link.advance { event, text in
            pass(event, text)
            // An action at the end of the turn that sends what the owner writes now may have run already.
            loop.nextTurn {}
        }
        isAdvancing = false
        if hasHungUp {
            if !isPaused { loop.nextTurn { [weak self] in self?.receive() } }
        } else {
            do throws(SystemError) {
                try updateInterest()
            } catch {
                link.drop()
            }
        }
        schedule(link.deadline)
    }

    private func updateInterest() throws(SystemError) {
        _ = try link.withSocket { (socket, wanted) throws(SystemError) in
            let wanted = isPaused ? wanted.subtracting(.readable) : wanted
            guard wanted != interest else { return }
            if interest == nil {
                try loop.add(socket, source: self, interest: wanted)
            } else {
                try loop.modify(socket, interest: wanted)
            }
            interest = wanted
        }
    }

    private func removeSocket() {
        guard interest != nil else { return }
        _ = try? link.withSocket { (socket, _) throws(SystemError) in try loop.remove(socket) }
        interest = nil
    }

    private func schedule(_ deadline: MonotonicTime?) {
        guard deadline != timer?.deadline else { return }
        if let timer { loop.cancel(timer.id) }
        timer = deadline.map { time in
            let id = loop.schedule(at: time) { [unowned self] in
                timer = nil
                advanceAtEndOfTurn()
            }
            return (time, id)
        }
    }
}

@available(*, unavailable)
extension LinkSource: Sendable {}
