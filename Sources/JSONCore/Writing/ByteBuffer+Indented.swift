extension ByteBuffer {
    /// Appends a value of a checked text with a line for each member and element.
    ///
    /// Names and scalars keep their bytes. `depth` is the number of containers around the value; the first line has no
    /// indentation.
    package mutating func append(indenting text: Span<UInt8>, in range: Range<Int>, depth: Int = 0) {
        var depth = depth
        var position = range.lowerBound
        var isBehindOpening = false
        while position < range.upperBound {
            let byte = text[position]
            position += 1
            guard byte > 0x20 else { continue }
            if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                depth -= 1
                if !isBehindOpening {
                    appendLine(depth)
                }
                append(byte)
                isBehindOpening = false
                continue
            }
            if isBehindOpening {
                appendLine(depth)
                isBehindOpening = false
            }
            append(byte)
            switch byte {
            case UInt8(ascii: "\""):
                var end = position - 1
                _ = CheckedText.scanString(&end, in: text)
                append(text, in: position..<end)
                position = end
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                isBehindOpening = true
            case UInt8(ascii: ","): appendLine(depth)
            case UInt8(ascii: ":"): append(UInt8(ascii: " "))
            default: break
            }
        }
    }

    /// Begins a line inside of `depth` containers.
    package mutating func appendLine(_ depth: Int) {
        append(UInt8(ascii: "\n"))
        for _ in 0..<depth {
            append("  ")
        }
    }
}
