package import JSONCore

/// A client's side of a connection, without the socket: calls become bytes to send, and received bytes become responses,
/// each with its call, and notifications.
package struct ClientConnection<Call>: ~Copyable {
    /// What a received message means; a place is in the bytes that it was read from.
    package enum Event {
        case result(Call, JSONRange)
        /// An error; without a call it is about a text that the server could not read.
        case refusal(Call?, RemoteError)
        case notification(method: JSONRange, params: JSONRange?)
    }

    /// The bytes to send.
    package var output = ByteBuffer()
    /// Whether the server sent something that is no JSON-RPC: nothing behind it is read.
    package private(set) var isGarbled = false
    private var framer: Framer
    private var calls = PendingCalls<Call>()
    private var lastID: Int64 = 0

    /// A connection on which nothing was sent or received.
    package init(limits: FramingLimits = .answers) {
        framer = Framer(limits: limits)
    }

    /// Appends a call to the output; its response comes with `call`.
    ///
    /// Nothing is appended where the parameters hold a number that JSON cannot spell.
    package mutating func call(
        _ method: String,
        _ params: some JSONWritable,
        _ call: Call
    ) throws(JSONNotFinite) {
        var buffer = ByteBuffer()
        swap(&buffer, &output)
        var writer = JSONWriter(buffer)
        let mark = writer.mark
        do {
            writer.beginMessage(method, id: lastID + 1)
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
        lastID += 1
        calls.append(call, id: lastID)
    }

    /// Returns the next event of received bytes; none before more bytes come.
    ///
    /// A response to no call is skipped. `isWhole` says that nothing comes behind these bytes. They stay the same until
    /// `removeRead`.
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
                if let call = take(id, in: bytes) { return .result(call, result) }
            case .refusal(let id, let error):
                if id.kind == .null { return .refusal(nil, error) }
                if let call = take(id, in: bytes) { return .refusal(call, error) }
            case .notification(let method, let params): return .notification(method: method, params: params)
            case nil: isGarbled = true
            }
        }
        return nil
    }

    /// Removes the bytes that were read from the front of a buffer.
    package mutating func removeRead(from buffer: inout ByteBuffer) {
        buffer.removeFirst(framer.consumed)
        framer.rebase()
    }

    /// Forgets the calls without a response, and returns them, the oldest first.
    @discardableResult
    package mutating func endCalls() -> [Call] {
        calls.removeAll()
    }

    private mutating func take(_ id: JSONRange, in text: Span<UInt8>) -> Call? {
        guard case .integer(let number) = id.value(in: text) else { return nil }
        return calls.remove(id: number)
    }
}
