import JSONCore

/// The step from a request to its response: finds and calls the method, or writes an error.
package struct Dispatcher {
    private let methods: MethodTable

    package init(methods: MethodTable) {
        self.methods = methods
    }

    /// Handles one request or notification, and writes the response if one is due.
    ///
    /// Returns the part of the result that must be written in a later turn; nil if the response is complete. If
    /// `hasRoom` is false, the result is computed but not written.
    func handle(
        _ message: Message,
        in text: Span<UInt8>,
        from peer: any Peer,
        hasRoom: Bool,
        writer: inout JSONWriter,
        counts: inout CallCounts
    ) -> UnwrittenResult? {
        switch message.content {
        case .call(let name, let params):
            guard let method = methods.find(name, in: text) else {
                if let id = message.id {
                    writer.failure(unknown(name, in: text), id: id, in: text)
                }
                return nil
            }
            counts.call(method)
            return call(
                method,
                params,
                startingAt: message.start,
                from: peer,
                hasRoom: hasRoom,
                id: message.id,
                in: text,
                writer: &writer,
                counts: &counts
            )
        case .invalid(let invalid):
            writer.failure(RPCError(invalid), id: message.id, in: text)
            return nil
        }
    }

    private func call(
        _ method: Int,
        _ params: JSONRange?,
        startingAt start: Int,
        from peer: any Peer,
        hasRoom: Bool,
        id: Range<Int>?,
        in text: Span<UInt8>,
        writer: inout JSONWriter,
        counts: inout CallCounts
    ) -> UnwrittenResult? {
        let mark = writer.mark
        do {
            if let id {
                writer.beginResponse(id: id, in: text)
            }
            // Lines in errors count from the beginning of the request, not from that of the received bytes.
            let request = text.extracting(start...)
            let params = params.map { params in
                JSONRange(params.source.lowerBound - start..<params.source.upperBound - start, in: request)
            }
            let unwritten = try methods.methods[method].respond(params, request, peer, hasRoom: hasRoom, &writer)
            guard id != nil else {
                writer.rewind(to: mark)
                return nil
            }
            writer.endObject()
            return unwritten
        } catch {
            counts.error(method)
            writer.rewind(to: mark)
            if let id {
                writer.failure(error, id: id, in: text)
            }
            return nil
        }
    }

    private func unknown(_ name: JSONRange, in text: Span<UInt8>) -> RPCError {
        let name = name.string(in: text) ?? ""
        let names = methods.methods.lazy.map(\.name.description)
        let nearest = NearestName.nearest(to: name, among: names) ?? names.first { $0.hasSuffix(".\(name)") }
        return RPCError(.methodNotFound, no: "method", name, nearest: nearest)
    }
}
