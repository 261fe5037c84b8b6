extension String {
    /// Bytes that a string of so many bytes takes outside of itself.
    package static func memory(ofBytes count: Int) -> Int { count > 15 ? 48 + count : 0 }
}

extension JSON {
    /// Bytes of memory that the value takes, nearly: what is counted where a limit bounds what clients make the process keep.
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
    /// Bytes of memory that the members take, nearly.
    package var memory: Int {
        // A table of places for many members has at least two for each.
        let place = count > NameIndex.linearLimit ? 32 : 0
        let perMember = MemoryLayout<String>.stride + place
        return members.reduce(48) { sum, member in
            sum + perMember + String.memory(ofBytes: member.name.utf8.count) + member.value.memory
        }
    }
}
