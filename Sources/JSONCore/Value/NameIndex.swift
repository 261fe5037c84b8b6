/// Where each name of an object stands: nothing for a few members, an open hash table for many.
struct NameIndex: Sendable {
    /// Up to so many members are compared one by one.
    static let linearLimit = 16

    /// A power of two of places, each empty (0) or the upper half of a hash and a position counted from 1; no place at
    /// all for a few members.
    private var places: [UInt64] = []

    func position(of name: String, in members: [JSONObject.Member]) -> Int? {
        guard !places.isEmpty else {
            // Over a span nothing is copied, and most names differ in length.
            let members = members.span
            let length = name.utf8.count
            for place in 0..<members.count where members[place].name.utf8.count == length {
                if members[place].name.hasSameBytes(as: name) {
                    return place
                }
            }
            return nil
        }
        let hash = NameHash.of(name.utf8.span)
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] != 0 {
            if places[place] >> 32 == hash >> 32 {
                let position = Int(places[place] & 0xFFFF_FFFF) - 1
                if members[position].name.hasSameBytes(as: name) {
                    return position
                }
            }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Adds the last member, whose name is not in the index yet.
    mutating func insertLast(of members: [JSONObject.Member]) {
        if members.count * 2 > places.count {
            rebuild(for: members)
        } else if let last = members.last {
            insert(NameHash.of(last.name.utf8.span), position: members.count - 1)
        }
    }

    mutating func rebuild(for members: [JSONObject.Member]) {
        clear(for: members.count)
        guard !places.isEmpty else { return }
        for (position, member) in members.enumerated() {
            insert(NameHash.of(member.name.utf8.span), position: position)
        }
    }

    /// Empties the index and makes room; a few members need none.
    mutating func clear(for count: Int) {
        guard count > NameIndex.linearLimit else {
            places = []
            return
        }
        var capacity = 64
        while capacity < count * 3 {
            capacity *= 2
        }
        places = [UInt64](repeating: 0, count: capacity)
    }

    /// Adds members in order to an index that was cleared for them; `false` when two hashes are alike, perhaps those of
    /// one name.
    mutating func insertDistinct(_ hashes: Span<UInt64>) -> Bool {
        var places = places.mutableSpan
        for position in 0..<hashes.count {
            let hash = hashes[position]
            var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
            while places[place] != 0 {
                if places[place] >> 32 == hash >> 32 {
                    return false
                }
                place = (place + 1) & (places.count - 1)
            }
            places[place] = hash & ~0xFFFF_FFFF | UInt64(position + 1)
        }
        return true
    }

    private mutating func insert(_ hash: UInt64, position: Int) {
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] != 0 {
            place = (place + 1) & (places.count - 1)
        }
        places[place] = hash & ~0xFFFF_FFFF | UInt64(position + 1)
    }
}
