/// The number of changes that merging batches may still read in this turn, for all connections together.
final class MergeBudget {
    private(set) var left = MergeBudget.perTurn
    /// The merged batches of this turn.
    ///
    /// A batch refers to its merge result weakly. This array keeps the results alive, so that other connections reuse
    /// them.
    private var folded: [HeldBatch] = []
    /// Merging one change takes a few hundred nanoseconds.
    private static let perTurn = 16_384

    /// Whether only cached merges are still allowed in this turn.
    var isSpent: Bool { left <= 0 }

    /// Spends work on a merge; returns false if the budget is already spent.
    ///
    /// The last merge may exceed the budget. A merge without work is always allowed.
    func spend(_ work: Int) -> Bool {
        guard work == 0 || !isSpent else { return false }
        left -= work
        return true
    }

    /// Keeps a merged batch until the end of the turn.
    func keep(_ batch: HeldBatch) { folded.append(batch) }

    /// Restores the budget at the end of a turn.
    func renew() {
        left = MergeBudget.perTurn
        folded.removeAll()
    }
}
