import HTTPCore
import JSONCore

/// The response to one client of server-sent events.
final class EventStream {
    /// The limit for the bytes of an event that are written at a time, and then for those that wait in memory.
    static let part = 8 << 10
    /// The time after which a client connects again.
    private static let retryMilliseconds: UInt64 = 1_000

    let number: UInt64
    private let exchange: Exchange
    /// Whether the rest of an event follows, so that nothing else may be written.
    private(set) var isInsideEvent = false

    /// Begins the response; `whenGone` is called once when the client is gone.
    init(_ number: UInt64, on exchange: Exchange, whenGone: @escaping () -> Void) {
        self.number = number
        self.exchange = exchange
        exchange.whenGone = whenGone
        exchange.endWithInput()
        exchange.limitUnsent(to: EventStream.part)
        exchange.beginStream(.ok, .events)
        var text = ByteBuffer()
        ServerSentEvent.append(retryMilliseconds: EventStream.retryMilliseconds, to: &text)
        ServerSentEvent.end(&text)
        text.withBytes { exchange.write($0) }
    }

    /// Whether the client has received enough, so that more may be written.
    var hasRoom: Bool { exchange.hasRoom }

    /// Calls an action once, in a later turn, when more may be written.
    func whenRoom(_ action: @escaping () -> Void) { exchange.whenRoom(action) }

    /// Writes at most ``part`` bytes; `isPart` says that the rest of the event follows.
    func write(_ bytes: Span<UInt8>, isPart: Bool = false) {
        exchange.write(bytes)
        isInsideEvent = isPart
    }

    /// Ends the response in order; the client then connects again.
    func end() { exchange.endStream() }
}

@available(*, unavailable)
extension EventStream: Sendable {}

extension ContentType {
    /// Server-sent events.
    static let events = ContentType.other("text/event-stream")
}
