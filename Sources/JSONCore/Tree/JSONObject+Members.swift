extension JSONObject {
    /// Takes members whose names may repeat: the last value counts, at the place of the first.
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
    /// An index for names with these hashes; none when two are alike, be it the same name or a rare chance.
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
