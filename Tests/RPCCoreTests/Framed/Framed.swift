import JSONCore
import RPCCore

/// What a framer made of a stream, in a form that can be compared and read.
enum Framed: Equatable, CustomStringConvertible {
    /// The message's bytes, and what of it means something where it is an object.
    case message(String, method: String?, id: String?)
    case fault(FrameFault)

    var description: String {
        switch self {
        case .message(let text, _, _): text
        case .fault(let fault): "fault \(fault)"
        }
    }

    /// Feeds a framer as a connection does: the pieces one after the other, used-up bytes taken away after each.
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
            buffer.withBytes { take(&framer, from: $0, isWhole: isWhole, into: &events) }
            buffer.removeFirst(framer.consumed)
            framer.rebase()
        }
        return (events, buffer.count, isInside)
    }

    private static func take(
        _ framer: inout Framer,
        from bytes: Span<UInt8>,
        isWhole: Bool,
        into events: inout [Framed]
    ) {
        while true {
            switch framer.next(in: bytes, isWhole: isWhole) {
            case .needsMore: return
            case .fault(let fault): events.append(.fault(fault))
            case .message(let range):
                let text = String(decoding: [UInt8](bytes, in: range), as: UTF8.self)
                guard text.hasPrefix("{") else {
                    events.append(.message(text, method: nil, id: nil))
                    continue
                }
                let message = framer.message(in: bytes)
                var method: String?
                if case .call(let name, _) = message.content {
                    method = name.string(in: bytes)
                }
                let id = message.id.map { String(decoding: [UInt8](bytes, in: $0), as: UTF8.self) }
                events.append(.message(text, method: method, id: id))
            }
        }
    }
}
