/// How many changes may still be looked at in one turn to fold batches, for all connections together.
final class FoldBudget {
    private(set) var left = FoldBudget.perTurn
    /// What was folded in this turn: other connections find it, though the first has folded it further.
    private var folded: [HeldBatch] = []
    /// One change takes some hundred nanoseconds.
    private static let perTurn = 16_384

    /// Whether nothing more is folded in this turn, but what others have folded.
    var isSpent: Bool { left <= 0 }

    /// Returns whether so much work may be begun; what was begun may exceed the budget.
    func spend(_ work: Int) -> Bool {
        guard work == 0 || !isSpent else { return false }
        left -= work
        return true
    }

    /// Keeps a batch to the end of the turn.
    func keep(_ batch: HeldBatch) { folded.append(batch) }

    /// Begins another turn.
    func renew() {
        left = FoldBudget.perTurn
        folded.removeAll()
    }
}
