package import JSONCore

extension JSONWriter {
    /// Begins the answer to a request, up to its result, which must follow; `endObject` ends it.
    package mutating func beginAnswer(id: Range<Int>, in text: Span<UInt8>) {
        begin(#"{"jsonrpc":"2.0","id":"#, text.extracting(id), #","result":"#)
    }

    /// Writes the whole answer to a request that failed.
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

    /// Begins a notification, up to its params, which must follow; `endObject` ends it.
    package mutating func beginNotification(_ method: StaticString) {
        begin(#"{"jsonrpc":"2.0","method":""#)
        bytes.append(method)
        bytes.append(#"","params":"#)
    }

    /// Begins a call, or without an id a notification, up to its params, which must follow; `endObject` ends it.
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
    /// Writes the `error` member of an answer; the facts' numbers are finite by construction.
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
