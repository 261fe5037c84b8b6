import JSONCore
import SystemCore

/// The output and the progress of a turn that handles the requests of one connection.
///
/// The output moves here from ``ConnectionState`` for the turn: a handler may send to its own connection, and that
/// changes the state.
struct ServingTurn: ~Copyable {
    /// The writer that appends responses to the output.
    var writer: JSONWriter
    /// The time at which the turn began.
    let now: MonotonicTime
    /// The offset in the output where the response to the present request begins.
    var start = 0
    /// Whether the result of the present request may be written in this turn.
    var hasRoom = true
    /// The number of messages handled.
    ///
    /// Each request of a batch counts, but not the batch itself.
    var count = 0
    /// Whether no further request may be handled in this turn.
    var isOver = false
    /// Whether every complete message that was received is handled.
    var isComplete = false
}
