/// The grammar of a JSON number.
enum NumberGrammar {
    /// Takes an integer of up to 300 digits that begins with a digit other than 0.
    ///
    /// For any other number, it returns nil and does not move the cursor. It also returns nil if the digits reach the
    /// end of the bytes, because more digits may follow.
    @inline(__always)
    static func scanInteger(_ cursor: inout Int, in text: Span<UInt8>) -> Range<Int>? {
        let end = digitsEnd(from: cursor &+ 1, in: text)
        guard end < text.count else { return nil }
        let next = text[end]
        guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"), end &- cursor <= 300 else {
            return nil
        }
        let range = unsafe Range(uncheckedBounds: (cursor, end))
        cursor = end
        return range
    }

    /// Moves past the number, or to the end of the bytes if more digits may follow.
    static func advance(
        from start: Int,
        _ token: inout TokenProgress,
        in text: Span<UInt8>,
        isWhole: Bool
    ) throws(JSONFault) -> TokenProgress.Step {
        var cursor = start
        while cursor < text.count {
            let byte = text[cursor]
            let isDigit = byte &- UInt8(ascii: "0") < 10
            switch token.phase {
            case .digits, .fraction, .exponent:
                if isDigit {
                    skipDigits(&cursor, in: text)
                    continue
                }
                guard follow(byte, &token) else { return .whole(cursor) }
            case .leadingZero:
                guard follow(byte, &token) else { return .whole(cursor) }
            case .sign:
                if isDigit {
                    token.phase = byte == UInt8(ascii: "0") ? .leadingZero : .digits
                } else {
                    token.phase = .firstDigit
                }
            case .firstDigit:
                guard isDigit else { throw JSONFault(.expected(.digit), at: cursor) }
                token.phase = byte == UInt8(ascii: "0") ? .leadingZero : .digits
            case .firstFractionDigit:
                guard isDigit else { throw JSONFault(.expected(.digit), at: cursor) }
                token.phase = .fraction
            case .exponentSign where byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"):
                token.phase = .firstExponentDigit
            case .exponentSign, .firstExponentDigit:
                guard isDigit else { throw JSONFault(.expected(.digit), at: cursor) }
                token.phase = .exponent
            }
            cursor += 1
        }
        return TokenProgress.Step(cursor: cursor, isWhole: isWhole && token.phase.mayEnd)
    }

    /// Enters the fraction or the exponent; returns `false` if the number ends before `byte`.
    @inline(__always)
    private static func follow(_ byte: UInt8, _ token: inout TokenProgress) -> Bool {
        if byte == UInt8(ascii: "."), token.phase == .digits || token.phase == .leadingZero {
            token.phase = .firstFractionDigit
        } else if byte | 0x20 == UInt8(ascii: "e"), token.phase != .exponent {
            token.phase = .exponentSign
        } else {
            return false
        }
        token.isWhole = false
        return true
    }

    /// Returns the offset of the first byte that is not a digit, or the end of the text.
    @inline(__always)
    private static func digitsEnd(from start: Int, in text: Span<UInt8>) -> Int {
        var position = start
        while position &+ 8 <= text.count {
            let stops = ByteLanes.nonDigits(in: ByteLanes.word(at: position, in: text))
            if stops != 0 {
                return position &+ stops.trailingZeroBitCount &>> 3
            }
            position &+= 8
        }
        return position < text.count ? digitsEnd(inLast: position, of: text) : position
    }

    /// Returns the result of `digitsEnd(from:in:)` where fewer than eight bytes remain.
    @inline(never)
    private static func digitsEnd(inLast start: Int, of text: Span<UInt8>) -> Int {
        start &+ ByteLanes.nonDigits(in: ByteLanes.lastWord(from: start, in: text)).trailingZeroBitCount &>> 3
    }

    @inline(__always)
    private static func skipDigits(_ cursor: inout Int, in text: Span<UInt8>) {
        repeat {
            cursor += 1
        } while cursor < text.count && text[cursor] &- UInt8(ascii: "0") < 10
    }
}

extension TokenProgress.NumberPhase {
    /// Whether a number may end in this phase.
    var mayEnd: Bool {
        switch self {
        case .leadingZero, .digits, .fraction, .exponent: true
        case .sign, .firstDigit, .firstFractionDigit, .exponentSign, .firstExponentDigit: false
        }
    }
}
