package import JSONCore

/// The fields of a server-sent event, as lines of `text/event-stream`.
///
/// An event is its fields and then `end`. Line ends separate the fields, so they are left out of names and ids.
package enum ServerSentEvent {
    /// The lines of the head of a response that is a stream of events.
    package static let fields: StaticString = "Content-Type: text/event-stream\r\nCache-Control: no-store\r\n"

    /// Appends the id that the client sends back as `Last-Event-ID` when it reconnects.
    package static func append(id: Span<UInt8>, to buffer: inout ByteBuffer) {
        append("id: ", id, to: &buffer)
    }

    /// Appends the name of the event; without one, it is `message`.
    package static func append(name: Span<UInt8>, to buffer: inout ByteBuffer) {
        append("event: ", name, to: &buffer)
    }

    /// Appends a data field for each line of a text; the client joins them with line feeds.
    package static func append(data: Span<UInt8>, to buffer: inout ByteBuffer) {
        appendLines(of: data, "data: ", to: &buffer)
    }

    /// Appends the time that the client waits before it reconnects.
    package static func append(retryMilliseconds time: UInt64, to buffer: inout ByteBuffer) {
        buffer.append("retry: ")
        buffer.append(decimal: time)
        buffer.append("\n")
    }

    /// Appends a comment, which keeps an idle connection open.
    package static func append(comment: Span<UInt8>, to buffer: inout ByteBuffer) {
        appendLines(of: comment, ": ", to: &buffer)
    }

    /// Appends the empty line with which the client dispatches the event.
    package static func end(_ buffer: inout ByteBuffer) { buffer.append("\n") }

    private static func append(_ field: StaticString, _ text: Span<UInt8>, to buffer: inout ByteBuffer) {
        buffer.append(field)
        for offset in 0..<text.count {
            let byte = text[offset]
            // A client ignores an id that contains NUL.
            if byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), byte != 0 {
                buffer.append(byte)
            }
        }
        buffer.append("\n")
    }

    private static func appendLines(of text: Span<UInt8>, _ field: StaticString, to buffer: inout ByteBuffer) {
        let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var start = 0
        while true {
            let end = ByteWords.firstOffset(of: feed, or: carriage, from: start, to: text.count, in: text)
            buffer.append(field)
            buffer.append(text, in: start..<end)
            buffer.append("\n")
            guard end < text.count else { return }
            start = end + 1
            if text[end] == carriage, start < text.count, text[start] == feed {
                start += 1
            }
        }
    }
}
