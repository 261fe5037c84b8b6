import HTTPCore

/// One client of a feed: its request, and then its stream.
final class EventClient {
    enum State: Equatable {
        /// There is no connection to the daemon.
        case offline
        /// A call whose result brings the client up to date has no response yet.
        case joining
        /// The client receives that result; later events are left out.
        case receiving
        /// The client has every event so far, and receives the next one.
        case live
        /// The client has not read enough; it joins again when it has.
        case lagging
    }

    /// Where the client's request is before its response begins.
    private(set) var exchange: Exchange?
    /// The stream; nil before the response begins.
    private(set) var stream: EventStream?
    var state = State.offline
    /// What the client has received; nil if it needs all values.
    var moment: EventMoment?
    /// Whether an event was left out.
    var hasMissed = false
    /// The result that the client still receives, from an offset on.
    private var rest: (text: [UInt8], offset: Int) = ([], 0)

    init(_ exchange: Exchange, moment: EventMoment?) {
        self.exchange = exchange
        self.moment = moment
    }

    /// Begins the response.
    func begin(in streams: EventStreams, whenGone: @escaping () -> Void) {
        guard let exchange = exchange.take(), exchange.isOpen else { return }
        stream = streams.begin(on: exchange) { _ in whenGone() }
    }

    /// Sends a result in parts as the client reads it; `whenDone` is called after the last part.
    func send(_ text: [UInt8], whenDone: @escaping () -> Void) {
        state = .receiving
        rest = (text, 0)
        continueSending(whenDone: whenDone)
    }

    private func continueSending(whenDone: @escaping () -> Void) {
        guard let stream else { return }
        let text = rest.text
        while rest.offset < text.count {
            guard stream.hasRoom else {
                return stream.whenRoom { [weak self] in self?.continueSending(whenDone: whenDone) }
            }
            let end = min(rest.offset + EventClient.part, text.count)
            stream.write(text.span.extracting(rest.offset..<end))
            rest.offset = end
        }
        rest = ([], 0)
        whenDone()
    }

    /// The most bytes that are written at a time.
    private static let part = 64 << 10
}

@available(*, unavailable)
extension EventClient: Sendable {}
