extension JSONObject {
    /// Creates an object from members with the hashes of their names, which may be repeated.
    ///
    /// If a name is repeated, the last value replaces the first in its position.
    init(_ members: [Member], hashes: Span<UInt64>) {
        if let index = NameIndex(hashes) {
            self.init(distinct: members, index: index)
        } else {
            self.init()
            reserveCapacity(members.count)
            for member in members {
                self[member.name] = member.value
            }
        }
    }
}

extension NameIndex {
    /// Creates an index for names with these hashes; nil if two hashes collide.
    ///
    /// Two names collide if they are equal, and rarely if they differ.
    fileprivate init?(_ hashes: Span<UInt64>) {
        self.init()
        guard hashes.count > NameIndex.linearLimit else {
            for position in 0..<hashes.count {
                for earlier in 0..<position where hashes[earlier] == hashes[position] {
                    return nil
                }
            }
            return
        }
        clear(for: hashes.count)
        guard insertDistinct(hashes) else { return nil }
    }
}
