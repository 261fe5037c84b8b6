import JSONCore
import RPCCore
import SystemCore

/// How much may still be done for one piece of a long result: a value.
struct ChunkBudget {
    /// Where the piece ends, but for the entry that was begun before.
    private let end: Int
    private let start = Kernel.monotonicTime()
    /// How many keys may still be looked at.
    var steps = TurnLimits.resultSteps
    /// What takes longer than this ends the piece.
    private static let time = Duration.milliseconds(1)

    /// The budget for a piece that begins where the writer stands.
    init(in writer: borrowing JSONWriter) {
        end = writer.bytes.count + TurnLimits.resultBytes
    }

    /// Whether nothing more should be begun.
    func isFull(_ writer: borrowing JSONWriter) -> Bool { steps <= 0 || writer.bytes.count >= end }

    /// Notes the evaluation of a flag: a rule may go through a long list of the context.
    mutating func noteEvaluation(hasRule: Bool) {
        guard hasRule else {
            steps -= 1
            return
        }
        // Most take a microsecond.
        steps = Kernel.monotonicTime() - start < ChunkBudget.time ? steps - 8 : 0
    }
}
