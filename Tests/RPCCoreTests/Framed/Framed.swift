import JSONCore
import RPCCore

/// A framer's result in a form that can be compared and printed.
enum Framed: Equatable, CustomStringConvertible {
    /// A message with its text and, for an object, the texts of its method and id.
    case message(String, method: String?, id: String?)
    /// An error, with the id of the message that exceeded a limit.
    case fault(FrameFault, id: String? = nil)

    var description: String {
        switch self {
        case .message(let text, _, _): text
        case .fault(let fault, let id): "fault \(fault) \(id ?? "without id")"
        }
    }

    /// Passes pieces to a framer as a connection does, and removes the consumed bytes after each piece.
    static func all(
        in pieces: [ArraySlice<UInt8>],
        limits: FramingLimits = FramingLimits()
    ) -> (events: [Framed], left: Int, isInside: Bool) {
        var framer = Framer(limits: limits)
        var buffer = ByteBuffer()
        var events: [Framed] = []
        var isInside = false
        for (index, piece) in (pieces + [[]]).enumerated() {
            buffer.append(Array(piece).span)
            let isWhole = index == pieces.count
            if isWhole {
                isInside = framer.isInsideMessage
            }
            buffer.withBytes { readEvents(&framer, from: $0, isWhole: isWhole, into: &events) }
            buffer.removeFirst(framer.consumed)
            framer.rebase()
        }
        return (events, buffer.count, isInside)
    }

    private static func readEvents(
        _ framer: inout Framer,
        from bytes: Span<UInt8>,
        isWhole: Bool,
        into events: inout [Framed]
    ) {
        while true {
            switch framer.next(in: bytes, isWhole: isWhole) {
            case .needsMore: return
            case .fault(let fault): events.append(.fault(fault, id: framer.brokenID.map { text(of: $0, in: bytes) }))
            case .message(let range):
                let text = text(of: range, in: bytes)
                guard text.hasPrefix("{") else {
                    events.append(.message(text, method: nil, id: nil))
                    continue
                }
                let message = framer.message(range, in: bytes)
                var method: String?
                if case .call(let name, _) = message.content {
                    method = name.string(in: bytes)
                }
                let id = message.id.map { self.text(of: $0, in: bytes) }
                events.append(.message(text, method: method, id: id))
            }
        }
    }
    private static func text(of range: Range<Int>, in bytes: Span<UInt8>) -> String {
        String(decoding: [UInt8](bytes, in: range), as: UTF8.self)
    }

    /// Returns a description of a wrong id in a limit's error, for a stream of plain texts; nil if the id is right.
    ///
    /// The expected id comes from a framer with wide limits. If that framer finds no message, the function returns nil.
    static func wrongID(in stream: Span<UInt8>, limits: FramingLimits) -> String? {
        var framer = Framer(limits: limits)
        guard case .fault(let fault) = framer.next(in: stream, isWhole: true), framer.style == .texts else {
            return nil
        }
        var wide = Framer(limits: .responses)
        guard case .message(let range) = wide.next(in: stream, isWhole: true) else { return nil }
        // The end of the bytes that the framer has examined.
        let end: Int
        switch fault {
        case .tooDeep: end = framer.consumed
        case .tooLong: end = range.lowerBound + limits.message
        default: return "\(fault) in what is a message with wide limits"
        }
        if let id = framer.brokenID, id.upperBound > end {
            return "the id at \(id) is behind the fault"
        }
        guard stream[range.lowerBound] == UInt8(ascii: "{") else {
            return framer.brokenID == nil ? nil : "a batch has an id"
        }
        let id = wide.message(range, in: stream).id
        // The framer knows the end of a number only from the next byte.
        guard let id, id.upperBound < end else { return nil }
        return framer.brokenID == id ? nil : "the id at \(id) came before the fault at \(end) and is missing"
    }
}
