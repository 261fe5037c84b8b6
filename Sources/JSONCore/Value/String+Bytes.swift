extension String {
    /// Whether both have the same UTF-8; `==` would also take canonically equivalent spellings for one.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var left = self
        var right = other
        return left.withUTF8 { left in
            right.withUTF8 { right in
                let left = UnsafeRawBufferPointer(left)
                let right = UnsafeRawBufferPointer(right)
                var place = 0
                while place + 8 <= left.count {
                    let leftWord = unsafe left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    let rightWord = unsafe right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    guard leftWord == rightWord else { return false }
                    place += 8
                }
                while place < left.count {
                    guard unsafe left[place] == right[place] else { return false }
                    place += 1
                }
                return true
            }
        }
    }
}
