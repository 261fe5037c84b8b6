import JSONCore

/// The calls whose results bring clients up to date that have received the same so far.
final class EventJoin {
    var clients: [EventClient] = []
    /// The number of calls without a response.
    var callCount = 0
    /// The text of the events.
    var text = ByteBuffer()
    /// The state in the result.
    var moment: EventMoment?
    /// Whether the result has only the changes since the clients' moment.
    var isResumed = false
    /// Whether a result has arrived, so that a later event is not in it.
    var hasResult = false
    /// Whether an event has arrived between two results.
    var hasMissed = false
    /// Why a call has failed.
    var fault: DaemonFault?
}

@available(*, unavailable)
extension EventJoin: Sendable {}
