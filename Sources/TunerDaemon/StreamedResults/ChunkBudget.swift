import JSONCore
import RPCCore
import SystemCore

/// The remaining work for one piece of a long result.
struct ChunkBudget {
    /// The buffer size at which the piece ends.
    ///
    /// The last entry may exceed it.
    private let end: Int
    private let start = Kernel.monotonicTime()
    /// The number of keys that may still be read.
    var steps = TurnLimits.resultSteps
    /// The time after which the evaluation of flags ends the piece.
    private static let time = Duration.milliseconds(1)

    /// Creates the budget of a piece that starts at the writer's current position.
    init(in writer: borrowing JSONWriter) {
        end = writer.bytes.count + TurnLimits.resultBytes
    }

    /// Returns whether the piece should end.
    func isFull(_ writer: borrowing JSONWriter) -> Bool { steps <= 0 || writer.bytes.count >= end }

    /// Counts the evaluation of a flag.
    ///
    /// A targeting rule may search a long list in the context.
    mutating func noteEvaluation(hasRule: Bool) {
        guard hasRule else {
            steps -= 1
            return
        }
        // Most evaluations take a microsecond.
        steps = Kernel.monotonicTime() - start < ChunkBudget.time ? steps - 8 : 0
    }
}
