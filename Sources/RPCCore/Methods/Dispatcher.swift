import JSONCore

/// Turns one message into one answer: finds the methods, keeps batches together, says what is wrong.
package struct Dispatcher {
    private let methods: MethodTable
    private let batchLimit: Int

    /// A dispatcher over all methods there will be.
    package init(methods: MethodTable, batchLimit: Int) {
        self.methods = methods
        self.batchLimit = batchLimit
    }

    /// Handles a checked message and writes the answer, if one is due; `left` gets what is to be written later.
    ///
    /// Returns how many requests it was: those of a batch, else one.
    @discardableResult
    @inline(__always)
    func handle(
        _ range: Range<Int>,
        of framer: borrowing Framer,
        in text: Span<UInt8>,
        from peer: any Peer,
        writer: inout JSONWriter,
        left: inout [UnwrittenResult],
        counts: inout CallCounts
    ) -> Int {
        switch text[range.lowerBound] {
        case UInt8(ascii: "{"):
            let message = framer.message(in: text)
            single(message, in: text, from: peer, hasRoom: true, writer: &writer, left: &left, counts: &counts)
        case UInt8(ascii: "["):
            let place = JSONPlace(range, in: text)
            return batch(place, in: text, from: peer, writer: &writer, left: &left, counts: &counts)
        default:
            writer.failure(RPCError(.notAnObject), id: nil, in: text)
        }
        return 1
    }

    private func batch(
        _ place: JSONPlace,
        in text: Span<UInt8>,
        from peer: any Peer,
        writer: inout JSONWriter,
        left: inout [UnwrittenResult],
        counts: inout CallCounts
    ) -> Int {
        var elements = JSONElements(of: place)
        var count = 0
        while elements.next(in: text) != nil, count <= batchLimit {
            count += 1
        }
        guard count > 0 else {
            writer.failure(RPCError(.emptyBatch), id: nil, in: text)
            return 1
        }
        guard count <= batchLimit else {
            writer.failure(RPCError(.batch(batchLimit)), id: nil, in: text)
            return 1
        }
        let start = writer.mark
        writer.beginArray()
        let begun = writer.bytes.count
        elements = JSONElements(of: place)
        while let element = elements.next(in: text) {
            let message = Message(element, in: text)
            let hasRoom = writer.bytes.count <= TurnLimits.answerBytes
            single(message, in: text, from: peer, hasRoom: hasRoom, writer: &writer, left: &left, counts: &counts)
        }
        if writer.bytes.count == begun {
            writer.rewind(to: start)
        } else {
            writer.endArray()
        }
        return count
    }

    private func single(
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
