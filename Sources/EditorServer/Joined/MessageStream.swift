import JSONCore
import RPCCore

/// Framed messages that arrive in pieces.
struct MessageStream: ~Copyable {
    private var input = ByteBuffer()
    private var framer: Framer

    init() {
        var limits = FramingLimits()
        limits.message = FramingLimits.maxMessageSize
        framer = Framer(limits: limits)
    }

    /// Passes each whole message to a closure, with its text; returns false after a fault that ends the stream.
    mutating func receive(_ bytes: Span<UInt8>, _ handle: (Message, JSONRange, Span<UInt8>) -> Void) -> Bool {
        input.append(bytes)
        var isIntact = true
        var framer = framer
        input.withBytes { text in
            while isIntact {
                switch framer.next(in: text) {
                case .message(let range):
                    handle(framer.message(range, in: text), JSONRange(range, in: text), text)
                case .fault(let fault): isIntact = !fault.isFatal
                case .needsMore: return
                }
            }
        }
        input.removeFirst(framer.consumed)
        framer.rebase()
        self.framer = framer
        return isIntact
    }
}

extension ByteBuffer {
    /// Appends a message of a checked text, with its Content-Length header.
    mutating func append(message range: JSONRange, of text: Span<UInt8>) {
        let start = count
        append(text.extracting(range.source))
        Framer.Style.contentLength.closeMessage(from: start, in: &self)
    }

    /// Appends a value as a message.
    mutating func append(message value: JSON) {
        let start = count
        append(text: (try? value.written()) ?? "null")
        Framer.Style.contentLength.closeMessage(from: start, in: &self)
    }
}
