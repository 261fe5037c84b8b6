extension String {
    /// Creates a string from bytes that are valid UTF-8; if `isASCII` is nil, the initializer determines it.
    ///
    /// Swift compares and hashes a string by its bytes if the string is known to be ASCII. Otherwise Swift uses the
    /// slower Unicode normal form.
    init(bytes range: Range<Int>, in text: Span<UInt8>, isASCII: Bool? = nil) {
        let bytes = text.extracting(range)
        self = unsafe String(copying: UTF8Span(unchecked: bytes, isKnownASCII: isASCII ?? bytes.isASCII))
    }

    /// Creates the string of a checked token, with its escapes resolved.
    init(unescaping range: Range<Int>, in text: Span<UInt8>) {
        self = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: range.count) { buffer in
            var position = range.lowerBound
            var length = 0
            while position < range.upperBound {
                let byte = text[position]
                if byte == UInt8(ascii: "\\") {
                    unsafe Escape.resolve(at: &position, in: text, into: buffer, at: &length)
                } else {
                    unsafe buffer[length] = byte
                    length += 1
                    position += 1
                }
            }
            return unsafe String(copying: UTF8Span(unchecked: buffer.extracting(0..<length).span))
        }
    }
}

/// Functions that resolve escapes.
private enum Escape {
    /// Writes the UTF-8 of the escape at `position`; the UTF-8 is never longer than the escape.
    static func resolve(
        at position: inout Int,
        in text: Span<UInt8>,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        at length: inout Int
    ) {
        let letter = text[position + 1]
        guard letter == UInt8(ascii: "u") else {
            unsafe buffer[length] = short(letter)
            length += 1
            position += 2
            return
        }
        var value = unit(at: position + 2, in: text)
        position += 6
        if value & 0xFC00 == 0xD800 {
            value = 0x10000 + (value & 0x3FF) << 10 + unit(at: position + 2, in: text) & 0x3FF
            position += 6
        }
        guard let scalar = Unicode.Scalar(value) else { return }
        for byte in Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter {
            unsafe buffer[length] = byte
            length += 1
        }
    }

    private static func short(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    private static func unit(at offset: Int, in text: Span<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        for position in offset..<offset + 4 {
            value = value << 4 | UInt32(StringGrammar.hexDigit(text[position]) ?? 0)
        }
        return value
    }
}
