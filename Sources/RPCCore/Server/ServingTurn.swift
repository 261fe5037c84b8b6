import JSONCore
import SystemCore

/// The output of a connection during a turn that handles its requests.
///
/// ``ConnectionState`` gives it away for the turn: a handler may send to its own connection, and that changes the state.
struct ServingTurn: ~Copyable {
    /// Writes the next answer behind the output.
    var writer: JSONWriter
    /// The moment at which the turn began.
    let now: MonotonicTime
    /// Where the answer to the present request begins.
    var start = 0
    /// Whether the present request's result may be written in this turn.
    var hasRoom = true
    /// How many messages, and requests of batches, were handled.
    var count = 0
    /// Whether no further request may be handled in this turn.
    var isOver = false
    /// Whether every whole message that was received is handled.
    var isComplete = false
}
