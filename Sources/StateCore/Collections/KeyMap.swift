import JSONCore

/// Values by key, each version a value: a copy costs one reference and shares everything with the original, and a change
/// copies the few small pieces on its way that are still shared.
///
/// A version may be read on any thread while others are changed elsewhere. Keys are 1 to 256 bytes and compare by them.
package struct KeyMap<Value: Sendable>: Sendable {
    private var version: KeyMapVersion<Value>

    /// An empty map.
    package init() { self.init(entries: KeyTrie(), order: KeyOrder()) }

    init(entries: consuming KeyTrie<Value, NameHash>, order: consuming KeyOrder) {
        version = KeyMapVersion(entries: entries, order: order)
    }

    /// How many keys there are.
    package var count: Int { version.entries.count }

    /// Whether there is no key.
    package var isEmpty: Bool { count == 0 }

    // MARK: Looking

    /// A copy of a key's value.
    @inline(__always)
    package func value(of key: Span<UInt8>) -> Value? {
        let hash = NameHash.of(key)
        return KeyBytes.lend(key) { unsafe version.entries.find($0, hash: hash)?.pointee }
    }

    /// Lends a key's value where it stands; `nil` when there is none.
    @inline(__always)
    package func withValue<Result, Failure: Error>(
        of key: Span<UInt8>,
        _ body: (borrowing Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let hash = NameHash.of(key)
        return try KeyBytes.lend(key) { (key) throws(Failure) -> Result? in
            guard let value = unsafe version.entries.find(key, hash: hash) else { return nil }
            return try body(unsafe value.pointee)
        }
    }

    /// Hands over entries in the order of their keys' bytes until `body` answers `false`; whether it never did.
    ///
    /// They are those from the key `start` on, that one included or not, whose keys begin with `prefix`. An empty span
    /// leaves nothing out.
    @discardableResult
    package func visit<Failure: Error>(
        from start: Span<UInt8>,
        included: Bool = true,
        prefix: Span<UInt8>,
        _ body: (Span<UInt8>, borrowing Value) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        try KeyBytes.lend(start) { (start) throws(Failure) in
            try KeyBytes.lend(prefix) { (prefix) throws(Failure) in
                try visit(from: start, included: included, prefix: prefix, body)
            }
        }
    }

    private func visit<Failure: Error>(
        from start: KeyBytes,
        included: Bool,
        prefix: KeyBytes,
        _ body: (Span<UInt8>, borrowing Value) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        var isStopped = false
        let isBefore = start < prefix
        _ = try version.order.visit(
            from: isBefore ? prefix : start,
            included: isBefore || included
        ) { (key) throws(Failure) in
            guard key.hasPrefix(prefix) else { return false }
            let hash = KeyTrie<Value, NameHash>.hash(of: key)
            guard let value = unsafe version.entries.find(key, hash: hash) else {
                preconditionFailure("a key in the order has an entry")
            }
            isStopped = try key.withSpan { (key) throws(Failure) in try !body(key, unsafe value.pointee) }
            return !isStopped
        }
        return !isStopped
    }

    // MARK: Changing

    /// Gives a key a value, and answers the one that it had.
    @discardableResult
    package mutating func insert(_ value: consuming Value, for key: Span<UInt8>) -> Value? {
        var exchanged: Value? = value
        update(key) { swap(&$0, &exchanged) }
        return exchanged
    }

    /// Takes a key away, and answers the value that it had.
    @discardableResult
    package mutating func remove(_ key: Span<UInt8>) -> Value? {
        guard withValue(of: key, { _ in }) != nil else { return nil }
        return update(key) { $0.take() }
    }

    /// Lets `body` change, give or take away a key's value where it stands; what it leaves counts, also when it throws.
    package mutating func update<Result, Failure: Error>(
        _ key: Span<UInt8>,
        _ body: (inout Value?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let hash = NameHash.of(key)
        return try KeyBytes.lend(key) { (key) throws(Failure) -> Result in
            makeUnique()
            guard let place = unsafe version.entries.claim(key, hash: hash) else {
                var value: Value?
                defer { add(value, for: key, hash: hash) }
                return try body(&value)
            }
            // Moved out and back, so that what the value holds has no second holder meanwhile.
            var value: Value? = unsafe place.move()
            defer {
                if let value = value.take() {
                    unsafe place.initialize(to: value)
                } else {
                    version.order.remove(key)
                    version.entries.forget(key, hash: hash)
                }
            }
            return try body(&value)
        }
    }

    /// Adds a key that is not there, with its value if there is one.
    private mutating func add(_ value: consuming Value?, for key: KeyBytes, hash: UInt64) {
        guard let value else { return }
        KeyOrder.checkCount(of: key)
        version.entries.insert(value, for: key, hash: hash)
        version.order.insert(key)
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&version) {
            version = version.copy()
        }
    }
}
