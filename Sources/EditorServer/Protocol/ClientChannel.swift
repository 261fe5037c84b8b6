import JSONCore
import RPCCore

/// The messages to the client, framed with Content-Length headers.
final class ClientChannel {
    /// The framed messages that were not sent yet.
    var output = ByteBuffer()
    /// The requests of the client that have no response yet.
    private var open: Set<RequestID> = []
    private var lastID: Int64 = 0

    /// Returns the reply to a request, which has exactly one response.
    func reply(to id: RequestID) -> Reply {
        open.insert(id)
        return Reply(id: id, channel: self)
    }

    /// Sends the result of a request; does nothing if the client has cancelled the request.
    func respond(to id: RequestID, _ result: some JSONWritable) {
        guard open.remove(id) != nil else { return }
        send { (writer) throws(JSONNotFinite) in
            writer.beginResponse(id: 0..<id.text.count, in: id.text.span)
            try result.write(to: &writer)
            writer.endObject()
        }
    }

    /// Sends the error of a request; does nothing if the client has cancelled the request.
    func fail(_ id: RequestID, _ error: RPCError) {
        guard open.remove(id) != nil else { return }
        send { writer in writer.failure(error, id: 0..<id.text.count, in: id.text.span) }
    }

    /// Sends an error that belongs to no request.
    func fail(_ error: RPCError) {
        let none: [UInt8] = []
        send { writer in writer.failure(error, id: nil, in: none.span) }
    }

    func notify(_ method: String, _ parameters: some JSONWritable) {
        send { (writer) throws(JSONNotFinite) in
            writer.beginMessage(method, id: nil)
            try parameters.write(to: &writer)
            writer.endObject()
        }
    }

    /// Sends a request without parameters, whose response is ignored.
    func request(_ method: String) {
        lastID += 1
        send { writer in
            writer.beginObject()
            writer.name(plain: "jsonrpc")
            writer.string("2.0")
            writer.name(plain: "id")
            writer.integer(lastID)
            writer.name(plain: "method")
            writer.string(method)
            writer.endObject()
        }
    }

    private func send(_ write: (inout JSONWriter) throws(JSONNotFinite) -> Void) {
        var buffer = ByteBuffer()
        swap(&buffer, &output)
        let start = buffer.count
        var writer = JSONWriter(buffer)
        do throws(JSONNotFinite) {
            try write(&writer)
        } catch {
            preconditionFailure("what was read as JSON has only numbers that JSON can spell")
        }
        var written = writer.takeBytes()
        Framer.Style.contentLength.closeMessage(from: start, in: &written)
        swap(&written, &output)
    }
}

@available(*, unavailable)
extension ClientChannel: Sendable {}
