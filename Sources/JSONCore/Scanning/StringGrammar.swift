/// The grammar of the content of a JSON string: valid escapes, valid UTF-8, no control characters.
enum StringGrammar {
    /// Takes a complete ASCII string without escapes, with its quotes.
    ///
    /// For any other string, it returns nil and does not move the cursor.
    @inline(__always)
    static func scanPlain(_ cursor: inout Int, in text: Span<UInt8>) -> JSONStringToken? {
        let start = cursor &+ 1
        let end = plainEnd(from: start, in: text)
        guard end < text.count, unsafe text[unchecked: end] == UInt8(ascii: "\"") else { return nil }
        cursor = end &+ 1
        return JSONStringToken(range: unsafe Range(uncheckedBounds: (start, end)), hasEscapes: false, isASCII: true)
    }

    /// Moves to the closing quote, or to the first incomplete character if the bytes end before the quote.
    static func advance(
        from start: Int,
        _ token: inout TokenProgress,
        in text: Span<UInt8>
    ) throws(JSONFault) -> TokenProgress.Step {
        var cursor = start
        while true {
            cursor = plainEnd(from: cursor, in: text)
            guard cursor < text.count else { return .partial(cursor) }
            let byte = text[cursor]
            if byte == UInt8(ascii: "\"") {
                return .whole(cursor)
            }
            let length: Int
            if byte >= 0x80 {
                token.isASCII = false
                cursor = UTF8Grammar.endOfCommonScalars(from: cursor, in: text)
                guard cursor < text.count else { return .partial(cursor) }
                guard text[cursor] >= 0x80 else { continue }
                length = try UTF8Grammar.scalarLength(at: cursor, in: text)
            } else if byte == UInt8(ascii: "\\") {
                token.hasEscapes = true
                length = try escapeLength(at: cursor, in: text)
            } else {
                throw JSONFault(.controlCharacter(byte), at: cursor)
            }
            guard length > 0 else { return .partial(cursor) }
            cursor += length
        }
    }

    /// Returns the offset of the first quote, backslash, control character or non-ASCII byte, or the end of the text.
    @inline(__always)
    private static func plainEnd(from start: Int, in text: Span<UInt8>) -> Int {
        var position = start
        while position &+ 8 <= text.count {
            let stops = ByteLanes.stringStops(in: ByteLanes.word(at: position, in: text))
            if stops != 0 {
                return position &+ stops.trailingZeroBitCount &>> 3
            }
            position &+= 8
        }
        return position < text.count ? plainEnd(inLast: position, of: text) : position
    }

    /// Returns the result of `plainEnd(from:in:)` where fewer than eight bytes remain.
    @inline(never)
    private static func plainEnd(inLast start: Int, of text: Span<UInt8>) -> Int {
        start &+ ByteLanes.stringStops(in: ByteLanes.lastWord(from: start, in: text)).trailingZeroBitCount &>> 3
    }

    /// Returns the length of the escape at `offset`; 0 if its last bytes have not arrived.
    ///
    /// A pair of surrogates is one escape of 12 bytes.
    private static func escapeLength(at offset: Int, in text: Span<UInt8>) throws(JSONFault) -> Int {
        guard offset + 1 < text.count else { return 0 }
        switch text[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = try hexUnit(at: offset + 2, escape: offset, in: text) else { return 0 }
            if UTF16.isTrailSurrogate(unit) {
                throw JSONFault(.loneSurrogate, at: offset)
            }
            return UTF16.isLeadSurrogate(unit) ? try trailLength(of: offset, in: text) : 6
        default:
            throw JSONFault(.invalidEscape, at: offset)
        }
    }

    private static func trailLength(of offset: Int, in text: Span<UInt8>) throws(JSONFault) -> Int {
        for (position, byte) in [(offset + 6, UInt8(ascii: "\\")), (offset + 7, UInt8(ascii: "u"))] {
            guard position < text.count else { return 0 }
            guard text[position] == byte else { throw JSONFault(.loneSurrogate, at: offset) }
        }
        guard let unit = try hexUnit(at: offset + 8, escape: offset + 6, in: text) else { return 0 }
        guard UTF16.isTrailSurrogate(unit) else { throw JSONFault(.loneSurrogate, at: offset) }
        return 12
    }

    private static func hexUnit(at offset: Int, escape: Int, in text: Span<UInt8>) throws(JSONFault) -> UInt16? {
        var unit: UInt16 = 0
        for position in offset..<offset + 4 {
            guard position < text.count else { return nil }
            guard let digit = hexDigit(text[position]) else { throw JSONFault(.invalidEscape, at: escape) }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
