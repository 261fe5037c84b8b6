import CPreload

extension TrieLeaf {
    /// Requests the header and the tags, which usually end in the second cache line.
    @inline(__always)
    func preloadHead() {
        unsafe cpreload(node.start)
        unsafe cpreload(node.start + 64)
    }

    /// Requests the key and the value of the first entry with a tag, and returns whether there is one.
    ///
    /// A later entry with an equal tag is rare, and its lookup only takes longer.
    @inline(__always)
    func preload(_ tag: UInt8) -> Bool {
        var offset = 0
        while offset < count {
            let candidates = candidates(for: tag, at: offset)
            if candidates != 0 {
                let index = offset &+ candidates.trailingZeroBitCount &>> 3
                guard index < count else { return false }
                let key = key(at: index)
                unsafe cpreload(values + index)
                // A value and a key may each continue in the next cache line.
                unsafe cpreload(UnsafeRawPointer(values + index + 1) - 1)
                unsafe cpreload(key.start)
                unsafe cpreload(key.start + key.count - 1)
                return true
            }
            offset &+= 8
        }
        return false
    }
}
