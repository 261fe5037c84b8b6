extension StaticString {
    /// Returns whether the constant consists of exactly these bytes.
    @inlinable @inline(__always)
    package func hasBytes(_ bytes: Span<UInt8>) -> Bool {
        let count = utf8CodeUnitCount
        guard bytes.count == count else { return false }
        guard count >= 8 else {
            for offset in 0..<count where unsafe bytes[unchecked: offset] != utf8Start[offset] {
                return false
            }
            return true
        }
        // Compares eight bytes at a time. The last eight may overlap the eight before them.
        var offset = 0
        while true {
            let theirs = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
            let ours = unsafe UnsafeRawPointer(utf8Start).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard theirs == ours else { return false }
            guard offset < count &- 8 else { return true }
            offset = min(offset &+ 8, count &- 8)
        }
    }
}
