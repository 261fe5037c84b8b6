extension String {
    /// Returns whether both strings have the same UTF-8; `==` would also accept canonically equivalent strings.
    @inlinable @inline(__always)
    package func hasSameBytes(as other: String) -> Bool {
        // Two strings with the same representation are equal: the representation holds the text or refers to it.
        let (words, otherWords) = unsafe (
            unsafeBitCast(self, to: (UInt64, UInt64).self), unsafeBitCast(other, to: (UInt64, UInt64).self)
        )
        return words == otherWords || utf8.count == other.utf8.count && hasSameBytesAsUnlike(other)
    }

    @usableFromInline @inline(never)
    func hasSameBytesAsUnlike(_ other: String) -> Bool {
        utf8.span.hasSameBytes(as: other.utf8.span)
    }
}
