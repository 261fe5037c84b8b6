import JSONCore

/// The hashes of at most 16 keys that will soon be looked up.
///
/// The memory of so many entries easily fits in a processor's nearest cache.
package struct ExpectedKeys: ~Copyable {
    /// The hashes, and zeros after them.
    private(set) var hashes = InlineArray<16, UInt64>(repeating: 0)
    private(set) var count = 0

    package init() {}

    package var isFull: Bool { count == hashes.count }

    /// Adds a key; there must be room.
    package mutating func append(_ key: Span<UInt8>) {
        hashes[count] = NameHash.of(key)
        count += 1
    }

    package mutating func removeAll() { count = 0 }
}
