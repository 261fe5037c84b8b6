extension StaticString {
    /// Whether these are exactly the constant's bytes.
    @inlinable @inline(__always)
    package func hasBytes(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == utf8CodeUnitCount else { return false }
        for place in 0..<utf8CodeUnitCount where unsafe bytes[unchecked: place] != utf8Start[place] {
            return false
        }
        return true
    }
}
