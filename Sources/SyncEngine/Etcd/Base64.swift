/// The text in which etcd's gateway writes keys and values.
package enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The number of each letter; 255 for all other bytes.
    private static let numbers: [UInt8] = {
        var numbers = [UInt8](repeating: 255, count: 256)
        for (number, letter) in letters.enumerated() { numbers[Int(letter)] = UInt8(number) }
        return numbers
    }()

    /// Returns the text of bytes, with padding.
    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var offset = 0
        while offset < bytes.count {
            let count = min(3, bytes.count - offset)
            var bits: UInt32 = 0
            for index in 0..<3 { bits = bits << 8 | (index < count ? UInt32(bytes[offset + index]) : 0) }
            for index in 0..<4 {
                text.append(index <= count ? letters[Int(bits >> UInt32(18 - 6 * index) & 63)] : padding)
            }
            offset += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a text; nil if it is not base64 with padding.
    package static func bytes(_ text: Span<UInt8>) -> [UInt8]? {
        var end = text.count
        guard end % 4 == 0 else { return nil }
        while end > 0, text.count - end < 2, text[end - 1] == padding { end -= 1 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        let numbers = numbers.span
        var bits: UInt32 = 0
        var invalid: UInt8 = 0
        var offset = 0
        while offset &+ 4 <= end {
            let first = numbers[Int(text[offset])]
            let second = numbers[Int(text[offset &+ 1])]
            let third = numbers[Int(text[offset &+ 2])]
            let fourth = numbers[Int(text[offset &+ 3])]
            invalid |= (first | second) | (third | fourth)
            bits = UInt32(first) << 18 | UInt32(second) << 12 | UInt32(third) << 6 | UInt32(fourth)
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            offset &+= 4
        }
        guard invalid & 0xC0 == 0 else { return nil }
        // Two or three letters are left before the padding.
        bits = 0
        for index in offset..<end {
            let number = numbers[Int(text[index])]
            guard number < 64 else { return nil }
            bits = bits << 6 | UInt32(number)
        }
        switch end - offset {
        case 0: break
        case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: return nil
        }
        return bytes
    }
}
