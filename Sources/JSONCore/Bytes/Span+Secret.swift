extension Span<UInt8> {
    /// Returns whether two secrets are equal, in a time that depends on their lengths only.
    package func equalsSecret(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for offset in 0..<count {
            difference |= self[offset] ^ other[offset]
        }
        return difference == 0
    }
}
