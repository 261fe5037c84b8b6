import JSONCore
import RPCCore

/// How much may still be done for one piece of a long result: a value.
struct PieceRoom {
    /// Where the piece ends, but for the entry that was begun before.
    private let end: Int
    /// How many keys may still be looked at.
    var steps = TurnLimits.resultSteps

    /// The room for a piece that begins where the writer stands.
    init(in writer: borrowing JSONWriter) {
        end = writer.bytes.count + TurnLimits.resultBytes
    }

    /// Whether nothing more should be begun.
    func isFull(_ writer: borrowing JSONWriter) -> Bool { steps <= 0 || writer.bytes.count >= end }
}
