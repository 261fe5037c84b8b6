/// The positions of an object's names: no index for up to 16 members, a hash table with linear probing for more.
struct NameIndex: Sendable {
    /// The maximum number of members that are searched one by one.
    static let linearLimit = 16

    /// The slots of the hash table, whose number is a power of two; empty for few members.
    ///
    /// A slot is 0 if it is free. Otherwise it holds the upper 32 bits of the hash, and the member's position plus 1.
    private var slots: [UInt64] = []

    func position(of name: String, in members: [JSONObject.Member]) -> Int? {
        guard !slots.isEmpty else {
            // A span avoids retaining the members. Most names already differ in their length.
            let members = members.span
            let length = name.utf8.count
            for slot in 0..<members.count where members[slot].name.utf8.count == length {
                if members[slot].name.hasSameBytes(as: name) {
                    return slot
                }
            }
            return nil
        }
        let hash = NameHash.of(name.utf8.span)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash >> 32 {
                let position = Int(slots[slot] & 0xFFFF_FFFF) - 1
                if members[position].name.hasSameBytes(as: name) {
                    return position
                }
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds the last member, whose name must not be in the index.
    mutating func insertLast(of members: [JSONObject.Member]) {
        if members.count * 2 > slots.count {
            rebuild(for: members)
        } else if let last = members.last {
            insert(NameHash.of(last.name.utf8.span), position: members.count - 1)
        }
    }

    mutating func rebuild(for members: [JSONObject.Member]) {
        clear(for: members.count)
        guard !slots.isEmpty else { return }
        for (position, member) in members.enumerated() {
            insert(NameHash.of(member.name.utf8.span), position: position)
        }
    }

    /// Clears the index and allocates slots for `count` members, if they need any.
    mutating func clear(for count: Int) {
        guard count > NameIndex.linearLimit else {
            slots = []
            return
        }
        var capacity = 64
        while capacity < count * 3 {
            capacity *= 2
        }
        slots = [UInt64](repeating: 0, count: capacity)
    }

    /// Adds members in order to an index that was cleared for them; returns `false` if two hashes collide.
    ///
    /// Only the upper 32 bits of hashes are compared. Two names collide if they are equal, and rarely if they differ.
    mutating func insertDistinct(_ hashes: Span<UInt64>) -> Bool {
        var slots = slots.mutableSpan
        for position in 0..<hashes.count {
            let hash = hashes[position]
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] != 0 {
                if slots[slot] >> 32 == hash >> 32 {
                    return false
                }
                slot = (slot + 1) & (slots.count - 1)
            }
            slots[slot] = hash & ~0xFFFF_FFFF | UInt64(position + 1)
        }
        return true
    }

    private mutating func insert(_ hash: UInt64, position: Int) {
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = hash & ~0xFFFF_FFFF | UInt64(position + 1)
    }
}
