import LoopCore
import TunerAPI

/// A `ping` that many requests share, so that they cost the daemon one call at a time.
final class DaemonPing {
    /// How long a request waits for the daemon.
    private static let limit = Duration.seconds(2)

    private let calls: DaemonCalls
    private let loop: EventLoop
    private var waiting: [(DaemonFault?) -> Void] = []
    private var isCalled = false
    private var timer: TimerHeap.ID?

    init(_ calls: DaemonCalls, on loop: EventLoop) {
        self.calls = calls
        self.loop = loop
    }

    /// Calls an action with nil if the daemon responds within two seconds, and with the reason if not.
    func send(_ action: @escaping (DaemonFault?) -> Void) {
        waiting.append(action)
        if timer == nil {
            timer = loop.schedule(after: DaemonPing.limit) { [self] in
                timer = nil
                end(because: calls.silence)
            }
        }
        guard !isCalled else { return }
        isCalled = true
        calls.call(API.ping, on: .reads, in: nil) { [self] response in
            isCalled = false
            timer.take().map { loop.cancel($0) }
            switch response {
            case .success: end(because: nil)
            case .failure(let fault): end(because: fault)
            }
        }
    }

    private func end(because fault: DaemonFault?) {
        let actions = waiting
        waiting = []
        for action in actions { action(fault) }
    }
}

@available(*, unavailable)
extension DaemonPing: Sendable {}
