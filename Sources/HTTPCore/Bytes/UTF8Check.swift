import JSONCore

/// A check of UTF-8 that arrives in pieces.
enum UTF8Check {
    /// Returns the end of the whole characters from `start`, which are less than four bytes before the end; nil if the
    /// bytes are not UTF-8.
    static func endOfCharacters(from start: Int, in bytes: Span<UInt8>) -> Int? {
        var position = start
        while position < bytes.count {
            if position &+ 8 <= bytes.count, ByteWords.word(at: position, in: bytes) & 0x8080_8080_8080_8080 == 0 {
                position &+= 8
                continue
            }
            guard bytes[position] >= 0x80 else {
                position &+= 1
                continue
            }
            position = UTF8Grammar.endOfCommonScalars(from: position, in: bytes)
            guard position < bytes.count, bytes[position] >= 0x80 else { continue }
            do throws(JSONFault) {
                let length = try UTF8Grammar.scalarLength(at: position, in: bytes)
                guard length > 0 else { return position }
                position &+= length
            } catch {
                return nil
            }
        }
        return position
    }

    static func isValid(_ bytes: Span<UInt8>) -> Bool {
        endOfCharacters(from: 0, in: bytes) == bytes.count
    }
}
