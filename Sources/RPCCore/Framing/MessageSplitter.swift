/// A parser that finds the bodies of messages with Content-Length headers, and does not read the bodies.
///
/// A body with at most `whole` bytes is one part. A longer one is returned in parts as it arrives, so that the memory of
/// the owner is bounded. ``Framer`` checks the JSON of each body; use it if the messages are read here.
package struct MessageSplitter {
    /// The result of reading the stream up to the next part.
    package enum Event: Equatable {
        /// The range of a body, or of a part of a long one, which is not empty.
        case part(Range<Int>, MessagePart)
        /// The next bytes are not a message, and no more events follow.
        case fault(FrameFault)
        /// The bytes hold no further part.
        case needsMore
    }

    /// The part of the stream that the splitter reads next.
    private enum State {
        case between
        case insideHeader(ContentLengthHeader)
        /// The header of a body with this length has been read.
        case beforeBody(length: Int)
        case insideBody(missing: Int)
        case ended
    }

    /// The number of bytes at the front that are no longer needed.
    ///
    /// The owner removes these bytes and then calls `rebase`.
    package private(set) var consumed = 0

    private var state = State.between
    private let whole: Int
    private let headerLimit: Int

    package init(whole: Int, limits: FramingLimits = .responses) {
        self.whole = whole
        headerLimit = limits.header
    }

    /// Whether the next byte is the first one of a message.
    package var isBetweenMessages: Bool {
        guard case .between = state else { return false }
        return true
    }

    /// Returns the next event in the stream.
    package mutating func next(in bytes: Span<UInt8>) -> Event {
        while true {
            switch state {
            case .between:
                guard consumed < bytes.count else { return .needsMore }
                state = .insideHeader(ContentLengthHeader(at: consumed))
            case .insideHeader(var header):
                if let event = nextHeader(&header, in: bytes) { return event }
            case .beforeBody(let length):
                let available = min(length, bytes.count - consumed)
                guard available == length || length > whole, available > 0 else { return .needsMore }
                return part(available, of: length, isFirst: true)
            case .insideBody(let missing):
                let available = min(missing, bytes.count - consumed)
                guard available > 0 else { return .needsMore }
                return part(available, of: missing, isFirst: false)
            case .ended:
                consumed = bytes.count
                return .needsMore
            }
        }
    }

    /// Adjusts all offsets after the owner has removed the consumed bytes.
    package mutating func rebase() {
        if case .insideHeader(var header) = state {
            header.rebase(by: consumed)
            state = .insideHeader(header)
        }
        consumed = 0
    }

    private mutating func nextHeader(_ header: inout ContentLengthHeader, in bytes: Span<UInt8>) -> Event? {
        do throws(FrameFault) {
            // Ignoring the bytes beyond the limit makes the result independent of how many bytes have arrived.
            let visible = min(bytes.count, consumed + headerLimit)
            switch try header.advance(in: bytes.extracting(0..<visible)) {
            case .incomplete:
                guard bytes.count - consumed <= headerLimit else { return end(.headerTooLong(limit: headerLimit)) }
                state = .insideHeader(header)
                return .needsMore
            case .body(let offset, let length):
                // No JSON text is empty.
                guard length > 0 else { return end(.header(.bodyMissing)) }
                guard length < .max else { return end(.tooLong(limit: .max - 1)) }
                consumed = offset
                state = .beforeBody(length: length)
                return nil
            }
        } catch {
            return end(error)
        }
    }

    private mutating func part(_ count: Int, of missing: Int, isFirst: Bool) -> Event {
        let range = consumed..<consumed + count
        consumed = range.upperBound
        state = count == missing ? .between : .insideBody(missing: missing - count)
        return .part(range, MessagePart(isFirst: isFirst, isLast: count == missing))
    }

    private mutating func end(_ fault: FrameFault) -> Event {
        state = .ended
        return .fault(fault)
    }
}
