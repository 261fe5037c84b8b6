package import JSONCore

/// The base64 encoding with `+`, `/` and padding.
package enum Base64 {
    package static func append(_ bytes: Span<UInt8>, to buffer: inout ByteBuffer) {
        let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        var offset = 0
        while offset < bytes.count {
            let count = min(3, bytes.count - offset)
            var group: UInt32 = 0
            for index in 0..<3 {
                group = group << 8 | (index < count ? UInt32(bytes[offset + index]) : 0)
            }
            for index in 0..<4 {
                let digit = Int(group >> UInt32(18 - 6 * index)) & 63
                buffer.append(index <= count ? unsafe alphabet.utf8Start[digit] : UInt8(ascii: "="))
            }
            offset += 3
        }
    }

    /// Returns the number of bytes that a text encodes; nil if it is not base64 with its padding.
    package static func decodedCount(of text: Span<UInt8>) -> Int? {
        var end = text.count
        while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") {
            end -= 1
        }
        guard text.count.isMultiple(of: 4), (0..<end).allSatisfy({ isDigit(text[$0]) }) else { return nil }
        return end / 4 * 3 + max(0, end % 4 - 1)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
