extension ByteBuffer {
    /// Appends a string in quotes, with only the escapes that JSON requires.
    package mutating func append(jsonString value: String) {
        let text = value.utf8.span
        let stop = StringEscapes.next(in: text, from: 0)
        if stop == text.count {
            append("\"", text, "\"")
        } else {
            append(escaped: text, from: stop)
        }
    }

    /// Appends a name that needs no escapes, with a colon after it and, if `isSeparated`, a comma before it.
    mutating func append(name: StaticString, isSeparated: Bool) {
        reserve(name.utf8CodeUnitCount + 4)
        unsafe storage[tail] = UInt8(ascii: ",")
        tail += isSeparated ? 1 : 0
        unsafe storage[tail] = UInt8(ascii: "\"")
        tail += 1
        appendWithoutReserving(name)
        unsafe storage[tail] = UInt8(ascii: "\"")
        unsafe storage[tail + 1] = UInt8(ascii: ":")
        tail += 2
    }

    private mutating func append(escaped text: Span<UInt8>, from first: Int) {
        reserve(text.count + 3)
        append(UInt8(ascii: "\""))
        append(text, in: 0..<first)
        var stop = first
        while stop < text.count {
            append(escaping: text[stop])
            let copied = stop + 1
            stop = StringEscapes.next(in: text, from: copied)
            append(text, in: copied..<stop)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append("u00")
            append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            append(byte & 0xF < 10 ? UInt8(ascii: "0") + byte & 0xF : UInt8(ascii: "a") + byte & 0xF - 10)
        }
    }
}

/// Functions that find the bytes of a string that must be escaped.
private enum StringEscapes {
    @inline(__always)
    static func next(in text: Span<UInt8>, from start: Int) -> Int {
        var position = start
        while position + 8 <= text.count {
            let stops = ByteLanes.escapes(in: ByteLanes.word(at: position, in: text))
            if stops != 0 {
                return position + stops.trailingZeroBitCount / 8
            }
            position += 8
        }
        guard position < text.count else { return position }
        return position + ByteLanes.escapes(in: ByteLanes.lastWord(from: position, in: text)).trailingZeroBitCount / 8
    }
}
