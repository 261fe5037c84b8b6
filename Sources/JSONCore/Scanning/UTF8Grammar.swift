/// The grammar of UTF-8 beyond ASCII: no overlong sequences, no surrogates, nothing above U+10FFFF.
package enum UTF8Grammar {
    /// Returns the offset after the valid characters of two and three bytes from `start`.
    ///
    /// The function examines four bytes at once. It stops at invalid bytes, longer characters and the last bytes, which
    /// `scalarLength` then examines.
    @inline(__always)
    package static func endOfCommonScalars(from start: Int, in text: Span<UInt8>) -> Int {
        var position = start
        while position &+ 4 <= text.count {
            let word = ByteLanes.halfWord(at: position, in: text)
            if word & 0x00C0_C0F0 == 0x0080_80E0 {
                let second = word & 0x0000_200F
                guard second != 0, second != 0x0000_200D else { break }
                position &+= 3
            } else if word & 0x0000_C0E0 == 0x0000_80C0, word & 0x0000_001E != 0 {
                position &+= 2
            } else {
                break
            }
        }
        return position
    }

    /// Returns the length of the character beyond ASCII at `offset`; 0 if its last bytes have not arrived.
    package static func scalarLength(at offset: Int, in text: Span<UInt8>) throws(JSONFault) -> Int {
        let lead = text[offset]
        let length: Int
        let second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw JSONFault(.invalidUTF8, at: offset)
        }
        for position in offset + 1..<offset + length {
            guard position < text.count else { return 0 }
            guard (position == offset + 1 ? second : 0x80...0xBF).contains(text[position]) else {
                throw JSONFault(.invalidUTF8, at: offset)
            }
        }
        return length
    }
}
