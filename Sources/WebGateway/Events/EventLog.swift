/// The last events of a feed, by number, which its clients take one after the other.
final class EventLog {
    /// An event; `moment` is the state after it, for events with an id.
    struct Event {
        let text: StreamText
        let moment: EventMoment?
    }

    /// The limit for the bytes of all events but the last one.
    private static let limit = 256 << 10

    /// The number of the first event; a client with a lower number has missed events.
    private(set) var first: UInt64 = 1
    private var events: [Event] = []
    /// The bytes of all events.
    private(set) var bytes = 0
    private let memory: StreamMemory

    /// Creates an empty log, which loses its events if the memory is needed.
    init(in memory: StreamMemory) {
        self.memory = memory
        memory.add(self)
    }

    deinit { memory.removeLog(ObjectIdentifier(self)) }

    var isEmpty: Bool { events.isEmpty }

    /// The number of the next event.
    var end: UInt64 { first + UInt64(events.count) }

    /// The event with a number; nil if there is none, or no longer.
    subscript(_ number: UInt64) -> Event? { number >= first && number < end ? events[Int(number - first)] : nil }

    /// Adds an event, and removes the first half of a log that is too long.
    func append(_ event: Event) {
        if bytes > EventLog.limit {
            drop(before: first + UInt64(events.count + 1) / 2)
        }
        events.append(event)
        bytes += event.text.bytes.count
    }

    /// Removes the events before a number.
    func drop(before number: UInt64) {
        guard number > first else { return }
        let count = Int(min(number, end) - first)
        bytes -= events[..<count].reduce(0) { $0 + $1.text.bytes.count }
        events.removeFirst(count)
        first += UInt64(count)
    }

    /// Removes all events, so that every client has missed one.
    func cut() {
        first = end + 1
        events = []
        bytes = 0
    }
}

@available(*, unavailable)
extension EventLog: Sendable {}
