import FlagEngine

/// Counts the evaluations of a streamed result once, even if the result is written twice.
///
/// The copies of the result share the tally. Each copy evaluates the same flags in the same order.
final class EvaluationTally {
    private let counts: EvaluationCounts
    private var counted = 0

    init(_ counts: EvaluationCounts) {
        self.counts = counts
    }

    /// Counts an evaluation, unless another copy has counted the evaluation with this number.
    func note(_ evaluation: Evaluation, of key: FlagKey, number: Int) {
        guard number > counted else { return }
        counted = number
        counts.add(evaluation, of: key.text.utf8.span)
    }
}
