package import JSONCore

/// The methods of a server, with a lookup by name that creates no string.
package struct MethodTable {
    /// The methods in the order in which they were added.
    package private(set) var methods: [Method] = []

    /// A hash table with open addressing: each entry is an index in `methods`, or -1 if it is empty.
    ///
    /// Its size is a power of two.
    private var slots = [Int](repeating: -1, count: 16)

    /// The limit for the bytes of one value in the parameters.
    private let valueLimit: Int

    package init(valueLimit: Int = .max) { self.valueLimit = valueLimit }

    /// Adds a method that writes its whole result at once.
    ///
    /// - `admit` throws for a peer that may not call the method. It runs first, so such a peer learns nothing about its
    ///   parameters.
    /// - `fastHandler` is tried before the parameters are decoded.
    /// - `misread` is called when the parameters cannot be decoded, with those of them that are readable. The call then
    ///   fails.
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

    /// Adds a method whose result may be too long for one turn.
    ///
    /// The result that `body` returns must not change later, so it should be a value.
    package mutating func add<Parameters: JSONRecord>(
        _ name: StaticString,
        admitting admit: ((any Peer) throws(RPCError) -> Void)? = nil,
        streaming body: @escaping (Parameters, any Peer) throws(RPCError) -> any StreamedResult
    ) {
        add(Method(name: name) { [valueLimit] in StreamedHandler(admitting: admit, valueLimit: valueLimit, body) })
    }

    /// Returns the index of the method that a request names; nil if there is none.
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
        if methods.count * 2 > slots.count {
            slots = [Int](repeating: -1, count: slots.count * 2)
            for position in methods.indices {
                insert(position)
            }
        } else {
            insert(methods.count - 1)
        }
    }

    private mutating func insert(_ position: Int) {
        var slot = Int(truncatingIfNeeded: NameHash.of(methods[position].name.description.utf8.span))
        slot &= slots.count - 1
        while slots[slot] >= 0 {
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = position
    }

    @inline(__always)
    private func find(_ name: Span<UInt8>) -> Int? {
        var slot = Int(truncatingIfNeeded: NameHash.of(name)) & (slots.count - 1)
        while slots[slot] >= 0 {
            if methods[slots[slot]].name.hasBytes(name) {
                return slots[slot]
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }
}

extension RPCError {
    /// Creates the error for a result with a number that JSON cannot represent.
    package init(_ fault: JSONNotFinite) {
        self.init(.internalError, "the result holds a number that is not finite")
    }
}
