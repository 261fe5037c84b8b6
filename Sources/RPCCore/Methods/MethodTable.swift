package import JSONCore

/// All methods of a server, found by name without making a string of it.
package struct MethodTable {
    /// The methods in the order in which they were added.
    package private(set) var methods: [Method] = []

    /// A power of two of places, each empty (-1) or a position in `methods`.
    private var places = [Int](repeating: -1, count: 16)

    /// How many bytes a value in a parameter may have.
    private let valueLimit: Int

    /// A table without methods.
    package init(valueLimit: Int = .max) { self.valueLimit = valueLimit }

    /// Adds a method, perhaps not for everyone: who is not admitted learns nothing else from it.
    ///
    /// What it answers is shown at once, unless the peer is withheld. Whoever has to know of calls that are refused for
    /// their parameters is told what of them could be read.
    package mutating func add<Parameters: JSONRecord, Result: JSONWritable>(
        _ name: StaticString,
        admitting admit: ((any Peer) throws(RPCError) -> Void)? = nil,
        fastHandler: FastHandler? = nil,
        whenMisread misread: ((Parameters, any Peer, RPCError) -> Void)? = nil,
        _ body: @escaping (Parameters, any Peer) throws(RPCError) -> Result
    ) {
        add(
            Method(name: name) { [valueLimit] in
                TypedHandler(
                    admitting: admit,
                    valueLimit: valueLimit,
                    fastHandler: fastHandler,
                    whenMisread: misread,
                    body
                )
            }
        )
    }

    /// Adds a method whose result may be too long for one turn; what it shows must not change any more, as a copy of a
    /// value does not.
    package mutating func add<Parameters: JSONRecord>(
        _ name: StaticString,
        admitting admit: ((any Peer) throws(RPCError) -> Void)? = nil,
        streaming body: @escaping (Parameters, any Peer) throws(RPCError) -> any StreamedResult
    ) {
        add(Method(name: name) { [valueLimit] in StreamedHandler(admitting: admit, valueLimit: valueLimit, body) })
    }

    /// The position of the method that a request names.
    @inline(__always)
    func find(_ name: JSONRange, in text: Span<UInt8>) -> Int? {
        guard !name.hasEscapes else {
            let decoded = name.string(in: text) ?? ""
            return find(decoded.utf8.span)
        }
        return find(text.extracting(name.range))
    }

    private mutating func add(_ method: Method) {
        precondition(find(method.name.description.utf8.span) == nil, "the method \(method.name) was added before")
        methods.append(method)
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
}

extension RPCError {
    /// A result that holds a number JSON cannot spell.
    package init(_ fault: JSONNotFinite) {
        self.init(.internalError, "the result holds a number that is not finite")
    }
}
