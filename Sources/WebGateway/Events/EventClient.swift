/// One client of a feed: its request, and then its stream.
final class EventClient {
    /// Where the client's request is before its response begins.
    private(set) var exchange: Exchange?
    /// The stream; nil before the response begins.
    private(set) var stream: EventStream?
    /// Whether the response may begin without a connection to the daemon.
    let mayBeginOffline: Bool
    /// Whether a call whose result brings the client up to date has no response yet.
    var isJoining = false
    /// Whether the client has received the reason why there is no connection to the daemon.
    var isOffline = false
    /// What the client has received; nil if it needs all values.
    var moment: EventMoment?
    /// The number of the next event that the client receives; 0 if it must join.
    var position: UInt64 = 0
    /// Whether the client has not read enough to receive more.
    var awaitsRoom = false
    /// The number in the ``StreamMemory`` while the client waits for room inside a text.
    var memoryNumber: UInt64?
    /// The text that the client receives, from an offset on.
    private(set) var text: StreamText?
    private var offset = 0

    init(_ exchange: Exchange, moment: EventMoment?, mayBeginOffline: Bool) {
        self.exchange = exchange
        self.moment = moment
        self.mayBeginOffline = mayBeginOffline
    }

    /// Begins the response, if it has not begun.
    func begin(in streams: EventStreams, whenGone: @escaping () -> Void) {
        guard let exchange = exchange.take(), exchange.isOpen else { return }
        stream = streams.begin(on: exchange) { _ in whenGone() }
    }

    /// Sets the text that the client receives next.
    func setText(_ text: StreamText) {
        self.text = text
        offset = 0
    }

    /// Sends the next part of the text.
    func sendPart() {
        guard let text, let stream else { return }
        let bytes = text.bytes
        let end = min(offset + EventStream.part, bytes.count)
        stream.write(bytes.span.extracting(offset..<end), isPart: end < bytes.count)
        offset = end
        if end == bytes.count {
            self.text = nil
        }
    }

    /// Releases the text.
    func dropText() { text = nil }
}

@available(*, unavailable)
extension EventClient: Sendable {}
