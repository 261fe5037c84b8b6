package import JSONCore

extension JSONWriter {
    /// Begins the response to a request.
    ///
    /// The caller then writes the result, and ends the response with `endObject`.
    package mutating func beginResponse(id: Range<Int>, in text: Span<UInt8>) {
        begin(#"{"jsonrpc":"2.0","id":"#, text.extracting(id), #","result":"#)
    }

    /// Writes a complete error response; without an id, the response has the id null.
    package mutating func failure(_ error: RPCError, id: Range<Int>?, in text: Span<UInt8>) {
        begin(#"{"jsonrpc":"2.0","id":"#)
        if let id {
            raw(text, in: id)
        } else {
            null()
        }
        error.write(to: &self)
        endObject()
    }

    /// Begins a notification.
    ///
    /// The caller then writes the params, and ends the notification with `endObject`.
    package mutating func beginNotification(_ method: StaticString) {
        begin(#"{"jsonrpc":"2.0","method":""#)
        bytes.append(method)
        bytes.append(#"","params":"#)
    }

    /// Begins a request, or a notification if `id` is nil.
    ///
    /// The caller then writes the params, and ends the message with `endObject`.
    package mutating func beginMessage(_ method: String, id: Int64?) {
        begin(#"{"jsonrpc":"2.0","#)
        if let id {
            bytes.append(#""id":"#)
            bytes.append(decimal: id)
            bytes.append(",")
        }
        bytes.append(#""method":"#)
        bytes.append(jsonString: method)
        bytes.append(#","params":"#)
    }
}

extension RPCError {
    /// Writes the `error` member of a response; leaves out a fact that holds a number JSON cannot represent.
    fileprivate func write(to writer: inout JSONWriter) {
        writer.name(plain: "error")
        writer.beginObject()
        writer.name(plain: "code")
        writer.integer(Int64(kind.code))
        writer.name(plain: "message")
        writer.string(message)
        writer.name(plain: "data")
        writer.beginObject()
        writer.name(plain: "kind")
        writer.string(kind.name.description)
        for fact in facts.members {
            let mark = writer.mark
            do {
                writer.name(fact.name)
                try writer.value(fact.value)
            } catch {
                writer.rewind(to: mark)
            }
        }
        writer.endObject()
        writer.endObject()
    }
}
