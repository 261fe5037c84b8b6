extension String {
    /// Returns the estimated heap memory in bytes of a string with `count` bytes of UTF-8.
    package static func memory(ofBytes count: Int) -> Int { count > 15 ? 48 + count : 0 }
}

extension JSON {
    /// The estimated memory of the value in bytes, for limits on memory that clients make the process keep.
    package var memory: Int {
        switch self {
        case .null, .boolean, .integer, .double: MemoryLayout<JSON>.stride
        case .string(let text): MemoryLayout<JSON>.stride + String.memory(ofBytes: text.utf8.count)
        case .array(let elements): elements.reduce(MemoryLayout<JSON>.stride + 48) { $0 + $1.memory }
        case .object(let object): MemoryLayout<JSON>.stride + object.memory
        }
    }
}

extension JSONObject {
    /// The estimated memory of the members in bytes.
    package var memory: Int {
        // A hash table has two to six slots of 8 bytes for each member. 32 bytes is an average.
        let slotSize = count > NameIndex.linearLimit ? 32 : 0
        let perMember = MemoryLayout<String>.stride + slotSize
        return members.reduce(48) { sum, member in
            sum + perMember + String.memory(ofBytes: member.name.utf8.count) + member.value.memory
        }
    }
}
