package import JSONCore

/// The client's protocol state of one connection, without the socket.
///
/// Calls become bytes to send. Received bytes become notifications, and responses that are matched with their calls.
package struct ClientConnection<Call>: ~Copyable {
    /// A received message.
    ///
    /// Each `JSONRange` refers to the bytes that the message was read from.
    package enum Event {
        case result(Call, JSONRange)
        /// An error response.
        ///
        /// Without a call, it is about a text that the server could not read.
        case error(Call?, RemoteError)
        case notification(method: JSONRange, params: JSONRange?)
    }

    package var output = ByteBuffer()
    /// Whether the server sent something that is not JSON-RPC.
    ///
    /// After that, nothing more is read.
    package private(set) var isGarbled = false
    private var framer: Framer
    private var calls = PendingCalls<Call>()
    private var lastID: Int64 = 0

    package init(limits: FramingLimits = .responses) {
        framer = Framer(limits: limits)
    }

    /// Appends a request to the output.
    ///
    /// The response's event will carry `call`.
    ///
    /// If the parameters hold a number that JSON cannot represent, the function throws and appends nothing.
    package mutating func call(
        _ method: String,
        _ params: some JSONWritable,
        _ call: Call
    ) throws(JSONNotFinite) {
        try append(method, id: lastID + 1, params)
        lastID += 1
        calls.append(call, id: lastID)
    }

    /// Appends a notification, which has no response, to the output.
    ///
    /// If the parameters hold a number that JSON cannot represent, the function throws and appends nothing.
    package mutating func notify(_ method: String, _ params: some JSONWritable) throws(JSONNotFinite) {
        try append(method, id: nil, params)
    }

    private mutating func append(
        _ method: String,
        id: Int64?,
        _ params: some JSONWritable
    ) throws(JSONNotFinite) {
        var buffer = ByteBuffer()
        swap(&buffer, &output)
        var writer = JSONWriter(buffer)
        let mark = writer.mark
        do {
            writer.beginMessage(method, id: id)
            try params.write(to: &writer)
            writer.endObject()
            writer.bytes.append(UInt8(ascii: "\n"))
            writer.endText()
            output = writer.takeBytes()
        } catch {
            writer.rewind(to: mark)
            output = writer.takeBytes()
            throw error
        }
    }

    /// Returns the next event in the received bytes; nil until more bytes arrive.
    ///
    /// The function skips a response that matches no call. `isWhole` means that the stream ends after these bytes.
    /// Until `removeRead`, pass the same bytes again, possibly with more bytes at the end.
    package mutating func next(in bytes: Span<UInt8>, isWhole: Bool = false) -> Event? {
        while !isGarbled {
            let message: Incoming?
            switch framer.next(in: bytes, isWhole: isWhole) {
            case .message(let range): message = Incoming(JSONRange(range, in: bytes), in: bytes)
            case .needsMore: return nil
            case .fault: message = nil
            }
            switch message {
            case .result(let id, let result):
                if let call = removeCall(id, in: bytes) { return .result(call, result) }
            case .error(let id, let error):
                if id.kind == .null { return .error(nil, error) }
                if let call = removeCall(id, in: bytes) { return .error(call, error) }
            case .notification(let method, let params): return .notification(method: method, params: params)
            case nil: isGarbled = true
            }
        }
        return nil
    }

    /// Removes the bytes that were read from the front of the buffer.
    package mutating func removeRead(from buffer: inout ByteBuffer) {
        buffer.removeFirst(framer.consumed)
        framer.rebase()
    }

    /// Removes and returns the calls that have no response, the oldest first.
    ///
    /// Late responses to them are skipped.
    @discardableResult
    package mutating func endCalls() -> [Call] {
        calls.removeAll()
    }

    private mutating func removeCall(_ id: JSONRange, in text: Span<UInt8>) -> Call? {
        guard case .integer(let number) = id.value(in: text) else { return nil }
        return calls.remove(id: number)
    }
}
