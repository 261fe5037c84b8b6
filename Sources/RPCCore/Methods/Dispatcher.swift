import JSONCore

/// Turns one message into one answer: finds the methods, keeps batches together, says what is wrong.
package struct Dispatcher {
    private let methods: MethodTable
    private let batchLimit: Int
    /// How the methods have fared.
    let ledger: MethodLedger

    /// A dispatcher over all methods there will be.
    package init(methods: MethodTable, batchLimit: Int) {
        self.methods = methods
        self.batchLimit = batchLimit
        ledger = MethodLedger(methods: methods.methods.count)
    }

    /// Handles a checked message and writes the answer, if one is due; answers promised for later are noted as holes in
    /// what was written.
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
        work: inout DispatcherWork
    ) -> Int {
        switch text[range.lowerBound] {
        case UInt8(ascii: "{"):
            single(framer.message(in: text), in: text, from: peer, writer: &writer, work: &work)
        case UInt8(ascii: "["):
            return batch(JSONPlace(range, in: text), in: text, from: peer, writer: &writer, work: &work)
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
        work: inout DispatcherWork
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
            let fault = RPCError(
                limit: "batch",
                batchLimit,
                "a batch may hold \(batchLimit) requests; none of these was handled"
            )
            writer.failure(fault, id: nil, in: text)
            return 1
        }
        let start = writer.mark
        writer.beginArray()
        let begun = writer.bytes.count
        elements = JSONElements(of: place)
        while let element = elements.next(in: text) {
            single(Message(element, in: text), in: text, from: peer, writer: &writer, work: &work)
        }
        if writer.bytes.count == begun, work.holes.isEmpty {
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
        writer: inout JSONWriter,
        work: inout DispatcherWork
    ) {
        switch message.content {
        case .call(let name, let params):
            guard let method = methods.find(name, in: text) else {
                if let id = message.id {
                    writer.failure(unknown(name, in: text), id: id, in: text)
                }
                return
            }
            work.counts.call(method)
            call(method, params, from: peer, id: message.id, in: text, writer: &writer, work: &work)
        case .invalid(let invalid):
            writer.failure(RPCError(invalid), id: message.id, in: text)
        }
    }

    private func call(
        _ method: Int,
        _ params: JSONPlace?,
        from peer: any Peer,
        id: Range<Int>?,
        in text: Span<UInt8>,
        writer: inout JSONWriter,
        work: inout DispatcherWork
    ) {
        let start = writer.mark
        do {
            if let id {
                writer.beginAnswer(id: id, in: text)
            }
            if let pending = try methods.methods[method].answer(params, text, peer, &writer) {
                writer.rewind(to: start)
                pending.countError(of: method, in: ledger)
                if let id {
                    pending.attach(id: [UInt8](text, in: id))
                    work.holes.append(AnswerHole(offset: writer.hole(), answer: pending))
                }
            } else if id != nil {
                writer.endObject()
            } else {
                writer.rewind(to: start)
            }
        } catch {
            work.counts.error(method)
            writer.rewind(to: start)
            if let id {
                writer.failure(error, id: id, in: text)
            }
        }
    }

    private func unknown(_ name: JSONPlace, in text: Span<UInt8>) -> RPCError {
        let name = name.string(in: text) ?? ""
        let nearest = NearestName.nearest(to: name, among: methods.methods.map { $0.name.description })
        return RPCError(.methodNotFound, no: "method", name, nearest: nearest)
    }
}
