import LoopCore
import SystemCore

/// Notices when the daemon does not respond to the calls of a link, and when the link has no call for a minute.
final class CallTimer {
    private static let idleTime = Duration.seconds(60)

    /// The time of the last response, or of the first call after a time without one.
    private(set) var lastUse: MonotonicTime
    /// The number of calls without a response.
    private(set) var callCount = 0

    private let loop: EventLoop
    private let patience: Duration
    private let whenSilent: () -> Void
    private let whenIdle: () -> Void
    private var timer: TimerHeap.ID?
    private var isClosed = false

    /// Starts the timer; `patience` is how long the calls without a response wait for the next response.
    ///
    /// It calls an action, and then again after the next such time, until ``close()``.
    init(
        on loop: EventLoop,
        patience: Duration,
        whenSilent: @escaping () -> Void,
        whenIdle: @escaping () -> Void
    ) {
        self.loop = loop
        self.patience = patience
        self.whenSilent = whenSilent
        self.whenIdle = whenIdle
        lastUse = loop.now
        check(in: patience)
    }

    /// Notes a call, whose end the caller notes, too.
    func beginCall() {
        callCount += 1
        if callCount == 1 {
            lastUse = loop.now
        }
    }

    func endCall() {
        callCount -= 1
        lastUse = loop.now
    }

    func close() {
        isClosed = true
        timer.take().map { loop.cancel($0) }
    }

    private func check(in time: Duration) {
        timer = loop.schedule(after: time) { [self] in
            timer = nil
            let rest = lastUse + (callCount > 0 ? patience : CallTimer.idleTime) - loop.now
            guard rest <= .zero else { return check(in: min(rest, patience)) }
            lastUse = loop.now
            if callCount > 0 {
                whenSilent()
            } else {
                whenIdle()
            }
            if !isClosed {
                check(in: patience)
            }
        }
    }
}

@available(*, unavailable)
extension CallTimer: Sendable {}
