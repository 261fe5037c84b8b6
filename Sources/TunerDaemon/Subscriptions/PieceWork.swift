import RPCCore

/// Work that is done in pieces, turn by turn, as long as there is some: a few milliseconds of each turn, and at least one
/// piece.
final class PieceWork {
    private let loop: EventLoop
    /// Does a piece; returns whether more is left.
    private let piece: () -> Bool
    private var isScheduled = false

    init(on loop: EventLoop, _ piece: @escaping () -> Bool) {
        self.loop = loop
        self.piece = piece
    }

    /// Begins in the next turn, or goes on.
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
