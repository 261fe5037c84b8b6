import JSONCore

/// A copy-on-write map from keys to values, sorted by key.
///
/// A copy costs one reference and shares all memory with the original. A change copies only the nodes on its path
/// that are still shared. One copy may be read on any thread while other copies are changed on other threads. Keys
/// have 1 to 256 bytes, and their bytes decide equality and order.
package struct KeyMap<Value: Sendable>: Sendable {
    private var version: KeyMapVersion<Value>

    package init() { self.init(entries: KeyTrie(), order: KeyOrder()) }

    init(entries: consuming KeyTrie<Value, NameHash>, order: consuming KeyOrder) {
        version = KeyMapVersion(entries: entries, order: order)
    }

    package var count: Int { version.entries.count }

    package var isEmpty: Bool { count == 0 }

    // MARK: Lookup

    /// Returns a copy of a key's value, or nil if there is none.
    @inline(__always)
    package func value(of key: Span<UInt8>) -> Value? {
        let hash = NameHash.of(key)
        return KeyBytes.borrow(key) { unsafe version.entries.find($0, hash: hash)?.pointee }
    }

    /// Calls `body` with a key's value in place, without copying it; returns nil without a call if there is none.
    @inline(__always)
    package func withValue<Result, Failure: Error>(
        of key: Span<UInt8>,
        _ body: (borrowing Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        let hash = NameHash.of(key)
        return try KeyBytes.borrow(key) { (key) throws(Failure) -> Result? in
            guard let value = unsafe version.entries.find(key, hash: hash) else { return nil }
            return try body(unsafe value.pointee)
        }
    }

    /// Requests the memory that lookups of these keys will read, and returns the number of probable entries.
    ///
    /// The following lookups then wait less for memory. Nothing else changes.
    @discardableResult
    package func preload(_ keys: borrowing ExpectedKeys) -> Int {
        version.entries.preload(keys.hashes.span.extracting(0..<keys.count))
    }

    /// Whether the map is so large that the processor's caches hold only a part of it.
    package var gainsFromPreloading: Bool { count >= 8_192 }

    /// Calls `body` with entries in byte order until it returns false, and returns whether it never did.
    ///
    /// The visit covers the keys with this prefix from `start` on. `included` is whether it covers `start` itself.
    /// An empty span excludes no key.
    @discardableResult
    package func visit<Failure: Error>(
        from start: Span<UInt8>,
        included: Bool = true,
        prefix: Span<UInt8>,
        _ body: (Span<UInt8>, borrowing Value) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        try KeyBytes.borrow(start) { (start) throws(Failure) in
            try KeyBytes.borrow(prefix) { (prefix) throws(Failure) in
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

    /// Calls `body` with the keys whose entries may differ from those of another map.
    ///
    /// Its time depends on the memory that the two maps do not share. It may pass a key twice, and may pass a key with
    /// equal entries.
    package func visitDifferences<Failure: Error>(
        from other: KeyMap,
        _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try version.entries.visitDifferences(from: other.version.entries) { (key) throws(Failure) in
            try key.withSpan(body)
        }
    }

    /// Whether no other copy of the map exists.
    ///
    /// A changed copy does not count.
    package var isOnlyCopy: Bool {
        mutating get { isKnownUniquelyReferenced(&version) }
    }

    // MARK: Changing

    /// Sets a key's value, and returns the previous value.
    @discardableResult
    package mutating func insert(_ value: consuming Value, for key: Span<UInt8>) -> Value? {
        var exchanged: Value? = value
        update(key) { swap(&$0, &exchanged) }
        return exchanged
    }

    /// Removes a key, and returns its value.
    @discardableResult
    package mutating func remove(_ key: Span<UInt8>) -> Value? {
        guard withValue(of: key, { _ in }) != nil else { return nil }
        return update(key) { $0.take() }
    }

    /// Calls `body` to set, change or remove a key's value in place.
    ///
    /// The map keeps the value that `body` leaves, even if `body` throws.
    package mutating func update<Result, Failure: Error>(
        _ key: Span<UInt8>,
        _ body: (inout Value?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let hash = NameHash.of(key)
        return try KeyBytes.borrow(key) { (key) throws(Failure) -> Result in
            makeUnique()
            guard let slot = unsafe version.entries.claim(key, hash: hash) else {
                var value: Value?
                defer { add(value, for: key, hash: hash) }
                return try body(&value)
            }
            // Move the value out and back, so that `body` is the only owner of the objects in it.
            var value: Value? = unsafe slot.move()
            defer {
                if let value = value.take() {
                    unsafe slot.initialize(to: value)
                } else {
                    version.order.remove(key)
                    version.entries.forget(key, hash: hash)
                }
            }
            return try body(&value)
        }
    }

    /// Adds a missing key if `value` is not nil.
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
