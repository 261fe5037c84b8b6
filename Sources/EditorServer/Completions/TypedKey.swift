import TunableEngine

/// The part of a string literal in which a user types a key.
struct TypedKey {
    /// The bytes of the key, to the left and to the right of the cursor.
    let range: Range<Int>
    /// The bytes to the left of the cursor.
    let prefix: String

    /// Finds the key around an offset: only characters of keys are between it and the quote before it.
    init?(at offset: Int, in bytes: [UInt8]) {
        var start = offset
        while start > 0, Key.isAllowed(bytes[start - 1]) { start -= 1 }
        guard start > 0, TypedKey.isQuote(bytes[start - 1]), offset - start <= Key.defaultLimit else { return nil }
        var end = offset
        while end < bytes.count, Key.isAllowed(bytes[end]) { end += 1 }
        range = start..<end
        prefix = String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }
}
