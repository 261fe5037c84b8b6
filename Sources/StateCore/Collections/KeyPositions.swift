/// A map from keys to positions in a list.
///
/// Other modules use it instead of a `KeyMap`, because they would look up the types of a generic map at each call.
package struct KeyPositions: Sendable {
    private var map = KeyMap<Int>()

    package init() {}

    /// Returns the position of a key, or nil if there is none.
    package func position(of key: Span<UInt8>) -> Int? { map.value(of: key) }

    /// Sets the position of a key.
    package mutating func insert(_ position: Int, for key: Span<UInt8>) {
        map.insert(position, for: key)
    }
}
