import LoopCore
import RPCCore

/// Work that the event loop does in pieces over several turns.
///
/// Each turn spends a few milliseconds on it, and does at least one piece.
final class IncrementalTask {
    private let loop: EventLoop
    /// Does one piece; returns whether more work is left.
    private let piece: () -> Bool
    private var isScheduled = false

    init(on loop: EventLoop, _ piece: @escaping () -> Bool) {
        self.loop = loop
        self.piece = piece
    }

    /// Continues the work in the next turn, unless it is already scheduled.
    func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.nextTurn { [weak self] in self?.work() }
    }

    private func work() {
        isScheduled = false
        repeat {
            guard piece() else { return }
        } while !loop.isTurnOver()
        schedule()
    }
}
