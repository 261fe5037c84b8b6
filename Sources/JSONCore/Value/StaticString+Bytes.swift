extension StaticString {
    /// Whether these are exactly the constant's bytes.
    @inline(__always)
    package func hasBytes(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == utf8CodeUnitCount else { return false }
        for place in 0..<bytes.count where unsafe bytes[unchecked: place] != utf8Start[place] {
            return false
        }
        return true
    }
}
