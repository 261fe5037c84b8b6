import HTTPCore
import JSONCore
import LoopCore

/// All open streams of server-sent events.
///
/// Each of them receives a comment every 15 seconds, which keeps proxies from closing an idle connection, and
/// detects a client that is gone. Each second, a fifteenth of the streams receives it, so that many clients cost no long
/// turn.
final class EventStreams {
    /// The seconds between two comments of a stream.
    static let commentSeconds = 15

    /// The texts that wait for clients.
    let memory: StreamMemory

    let loop: EventLoop
    /// The streams by the second in which they receive the comment; empty before the first stream.
    private var slots: [[UInt64: EventStream]] = []
    private var nextNumber: UInt64 = 0
    private var slot = 0
    private var timer: TimerHeap.ID?
    /// The number of open streams.
    private(set) var count = 0

    init(on loop: EventLoop) {
        self.loop = loop
        memory = StreamMemory(on: loop)
    }

    /// Begins a stream as the response of an exchange; `whenGone` is called once when the client is gone.
    func begin(on exchange: Exchange, whenGone: @escaping (UInt64) -> Void) -> EventStream {
        let number = nextNumber
        nextNumber += 1
        let stream = EventStream(number, on: exchange) { [self] in
            remove(number)
            whenGone(number)
        }
        if slots.isEmpty {
            // Not at the start: the runtime would look up the type of the dictionaries.
            slots = Array(repeating: [:], count: EventStreams.commentSeconds)
        }
        slots[EventStreams.slot(of: number)][number] = stream
        count += 1
        if timer == nil {
            schedule()
        }
        return stream
    }

    /// All open streams.
    var all: [EventStream] { slots.flatMap(\.values) }

    /// Ends a stream in order.
    func end(_ stream: EventStream) {
        remove(stream.number)
        stream.end()
    }

    private func remove(_ number: UInt64) {
        guard slots[EventStreams.slot(of: number)].removeValue(forKey: number) != nil else { return }
        count -= 1
    }

    private static func slot(of number: UInt64) -> Int { Int(number % UInt64(commentSeconds)) }

    private func schedule() {
        timer = loop.schedule(after: .seconds(1)) { [weak self] in self?.comment() }
    }

    /// Writes the comments of this second.
    private func comment() {
        timer = nil
        for stream in slots[slot].values where stream.hasRoom && !stream.isInsideEvent {
            stream.write(":\n\n".utf8.span)
        }
        slot = (slot + 1) % EventStreams.commentSeconds
        if count > 0 {
            schedule()
        }
    }
}

@available(*, unavailable)
extension EventStreams: Sendable {}
