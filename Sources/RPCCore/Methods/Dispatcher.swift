import JSONCore

/// Turns one request into one answer: finds the method, opens a batch, says what is wrong.
package struct Dispatcher {
    private let methods: MethodTable
    private let batchLimit: Int

    /// A dispatcher over all methods there will be.
    package init(methods: MethodTable, batchLimit: Int) {
        self.methods = methods
        self.batchLimit = batchLimit
    }

    /// Handles a checked message that is no batch and writes the answer, if one is due; `left` gets what is to be written
    /// later.
    @inline(__always)
    func handle(
        _ range: Range<Int>,
        of framer: borrowing Framer,
        in text: Span<UInt8>,
        from peer: any Peer,
        writer: inout JSONWriter,
        left: inout [UnwrittenResult],
        counts: inout CallCounts
    ) {
        guard text[range.lowerBound] == UInt8(ascii: "{") else {
            return writer.failure(RPCError(.notAnObject), id: nil, in: text)
        }
        let message = framer.message(in: text)
        handle(message, in: text, from: peer, hasRoom: true, writer: &writer, left: &left, counts: &counts)
    }

    /// Returns the batch in a checked message that is an array; nil, with the error written, if it is empty or too long.
    func batch(_ range: Range<Int>, in text: Span<UInt8>, writer: inout JSONWriter) -> OpenBatch? {
        let place = JSONPlace(range, in: text)
        var requests = JSONElements(of: place)
        var count = 0
        while count <= batchLimit, requests.next(in: text) != nil {
            count += 1
        }
        guard count > 0 else {
            writer.failure(RPCError(.emptyBatch), id: nil, in: text)
            return nil
        }
        guard count <= batchLimit else {
            writer.failure(RPCError(.batch(batchLimit)), id: nil, in: text)
            return nil
        }
        return OpenBatch(of: place)
    }

    /// Handles one request or notification.
    func handle(
        _ message: Message,
        in text: Span<UInt8>,
        from peer: any Peer,
        hasRoom: Bool,
        writer: inout JSONWriter,
        left: inout [UnwrittenResult],
        counts: inout CallCounts
    ) {
        switch message.content {
        case .call(let name, let params):
            guard let method = methods.find(name, in: text) else {
                if let id = message.id {
                    writer.failure(unknown(name, in: text), id: id, in: text)
                }
                return
            }
            counts.call(method)
            call(
                method,
                params,
                from: peer,
                hasRoom: hasRoom,
                id: message.id,
                in: text,
                writer: &writer,
                left: &left,
                counts: &counts
            )
        case .invalid(let invalid):
            writer.failure(RPCError(invalid), id: message.id, in: text)
        }
    }

    private func call(
        _ method: Int,
        _ params: JSONPlace?,
        from peer: any Peer,
        hasRoom: Bool,
        id: Range<Int>?,
        in text: Span<UInt8>,
        writer: inout JSONWriter,
        left: inout [UnwrittenResult],
        counts: inout CallCounts
    ) {
        let start = writer.mark
        do {
            if let id {
                writer.beginAnswer(id: id, in: text)
            }
            if let unwritten = try methods.methods[method].answer(params, text, peer, hasRoom: hasRoom, &writer),
                id != nil
            {
                left.append(unwritten)
            }
            if id != nil {
                writer.endObject()
            } else {
                writer.rewind(to: start)
            }
        } catch {
            counts.error(method)
            writer.rewind(to: start)
            if let id {
                writer.failure(error, id: id, in: text)
            }
        }
    }

    private func unknown(_ name: JSONPlace, in text: Span<UInt8>) -> RPCError {
        let name = name.string(in: text) ?? ""
        let nearest = NearestName.nearest(to: name, among: methods.methods.lazy.map(\.name.description))
        return RPCError(.methodNotFound, no: "method", name, nearest: nearest)
    }
}
