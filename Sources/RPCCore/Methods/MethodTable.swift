package import JSONCore

/// All methods of a server, found by name without making a string of it.
package struct MethodTable {
    /// The methods in the order in which they were added.
    package private(set) var methods: [Method] = []

    /// A power of two of places, each empty (-1) or a position in `methods`.
    private var places = [Int](repeating: -1, count: 16)

    /// A table without methods.
    package init() {}

    /// Adds a method that answers at once.
    package mutating func add<Parameters: JSONRecord, Result: JSONWritable>(
        _ name: StaticString,
        _ body: @escaping (Parameters, any Peer) throws(RPCError) -> Result
    ) {
        add(name) { (params, text, peer, writer) throws(RPCError) in
            let parameters: Parameters = try MethodTable.read(params, in: text)
            try MethodTable.write(try body(parameters, peer), to: &writer)
            return nil
        }
    }

    /// Adds a method that may answer after other requests were handled; the order of the answers stays.
    ///
    /// A promise that the method lets go of without keeping it is answered with an error.
    package mutating func addDeferred<Parameters: JSONRecord>(
        _ name: StaticString,
        _ body: @escaping (Parameters, any Peer, PendingAnswer) throws(RPCError) -> Void
    ) {
        add(name) { (params, text, peer, _) throws(RPCError) in
            let answer = PendingAnswer()
            try body(try MethodTable.read(params, in: text), peer, answer)
            return answer.promised
        }
    }

    /// The position of the method that a request names.
    @inline(__always)
    func find(_ name: JSONPlace, in text: Span<UInt8>) -> Int? {
        guard !name.hasEscapes else {
            let decoded = name.string(in: text) ?? ""
            return find(decoded.utf8.span)
        }
        return find(text.extracting(name.range))
    }

    private mutating func add(_ name: StaticString, handler: @escaping Method.Handler) {
        precondition(find(name.description.utf8.span) == nil, "the method \(name) was added before")
        methods.append(Method(name: name, handler: handler))
        if methods.count * 2 > places.count {
            places = [Int](repeating: -1, count: places.count * 2)
            for position in methods.indices {
                insert(position)
            }
        } else {
            insert(methods.count - 1)
        }
    }

    private mutating func insert(_ position: Int) {
        var place = Int(truncatingIfNeeded: NameHash.of(methods[position].name.description.utf8.span))
        place &= places.count - 1
        while places[place] >= 0 {
            place = (place + 1) & (places.count - 1)
        }
        places[place] = position
    }

    @inline(__always)
    private func find(_ name: Span<UInt8>) -> Int? {
        var place = Int(truncatingIfNeeded: NameHash.of(name)) & (places.count - 1)
        while places[place] >= 0 {
            if methods[places[place]].name.hasBytes(name) {
                return places[place]
            }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    private static func read<Parameters: JSONRecord>(
        _ params: JSONPlace?,
        in text: Span<UInt8>
    ) throws(RPCError) -> Parameters {
        do {
            return try Parameters(members: params, in: text)
        } catch {
            throw RPCError(error)
        }
    }

    private static func write(_ result: some JSONWritable, to writer: inout JSONWriter) throws(RPCError) {
        do {
            try result.write(to: &writer)
        } catch {
            throw RPCError(error)
        }
    }
}

extension RPCError {
    /// A result that holds a number JSON cannot spell.
    package init(_ fault: JSONNotFinite) {
        self.init(.internalError, "the result holds a number that is not finite")
    }
}
