extension StaticString {
    /// Returns whether the constant consists of exactly these bytes.
    @inlinable @inline(__always)
    package func hasBytes(_ bytes: Span<UInt8>) -> Bool {
        let count = utf8CodeUnitCount
        guard bytes.count == count else { return false }
        guard count >= 8 else {
            for place in 0..<count where unsafe bytes[unchecked: place] != utf8Start[place] {
                return false
            }
            return true
        }
        // Compares eight bytes at a time. The last eight may overlap the eight before them.
        var place = 0
        while true {
            let theirs = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
            let ours = unsafe UnsafeRawPointer(utf8Start).loadUnaligned(fromByteOffset: place, as: UInt64.self)
            guard theirs == ours else { return false }
            guard place < count &- 8 else { return true }
            place = min(place &+ 8, count &- 8)
        }
    }
}
