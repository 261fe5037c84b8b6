/// Functions that skip the values of a text that was checked before.
///
/// Only quotes, backslashes and brackets are examined, because the text is known to be valid.
enum CheckedText {
    @inline(__always)
    static func skipWhiteSpace(_ cursor: inout Int, in text: Span<UInt8>) {
        while cursor < text.count, text[cursor] <= 0x20 {
            cursor += 1
        }
    }

    /// Moves the cursor past the value at the cursor, and returns the value's range.
    @inline(__always)
    static func scanValue(_ cursor: inout Int, in text: Span<UInt8>) -> JSONRange {
        let start = cursor
        switch text[start] {
        case UInt8(ascii: "\""):
            return scanString(&cursor, in: text)
        case UInt8(ascii: "{"):
            skipContainer(&cursor, in: text)
            return JSONRange(from: start, to: cursor, .object)
        case UInt8(ascii: "["):
            skipContainer(&cursor, in: text)
            return JSONRange(from: start, to: cursor, .array)
        case UInt8(ascii: "t"):
            cursor += 4
            return JSONRange(from: start, to: cursor, .boolean)
        case UInt8(ascii: "f"):
            cursor += 5
            return JSONRange(from: start, to: cursor, .boolean)
        case UInt8(ascii: "n"):
            cursor += 4
            return JSONRange(from: start, to: cursor, .null)
        default:
            skipNumber(&cursor, in: text)
            return JSONRange(from: start, to: cursor, .number)
        }
    }

    /// Moves the cursor past the string at the cursor, and returns the string's range.
    @inline(__always)
    static func scanString(_ cursor: inout Int, in text: Span<UInt8>) -> JSONRange {
        let start = cursor + 1
        cursor = start
        var hasEscapes = false
        while true {
            cursor = quoteOrBackslash(from: cursor, in: text)
            if text[cursor] == UInt8(ascii: "\"") {
                break
            }
            hasEscapes = true
            cursor += 2
        }
        cursor += 1
        return JSONRange(from: start, to: cursor - 1, .string, hasEscapes: hasEscapes)
    }

    private static func skipContainer(_ cursor: inout Int, in text: Span<UInt8>) {
        var depth = 0
        repeat {
            switch text[cursor] {
            case UInt8(ascii: "\""):
                _ = scanString(&cursor, in: text)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
            default:
                break
            }
            cursor += 1
        } while depth > 0
    }

    /// Moves the cursor past the number at the cursor.
    @inline(__always)
    static func skipNumber(_ cursor: inout Int, in text: Span<UInt8>) {
        while cursor < text.count {
            switch text[cursor] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                cursor += 1
            default:
                return
            }
        }
    }

    @inline(__always)
    private static func quoteOrBackslash(from start: Int, in text: Span<UInt8>) -> Int {
        var position = start
        while position &+ 8 <= text.count {
            let stops = ByteLanes.quotesAndBackslashes(in: ByteLanes.word(at: position, in: text))
            if stops != 0 {
                return position &+ stops.trailingZeroBitCount / 8
            }
            position &+= 8
        }
        while text[position] != UInt8(ascii: "\""), text[position] != UInt8(ascii: "\\") {
            position += 1
        }
        return position
    }
}
