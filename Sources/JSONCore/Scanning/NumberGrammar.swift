/// The form of a JSON number.
enum NumberGrammar {
    /// Takes a whole number that begins with a digit other than 0 and whose end is there; else takes nothing.
    @inline(__always)
    static func takeWhole(_ cursor: inout Int, in text: Span<UInt8>) -> Range<Int>? {
        var end = cursor
        repeat {
            end &+= 1
            guard end < text.count else { return nil }
        } while text[end] &- UInt8(ascii: "0") < 10
        guard text[end] != UInt8(ascii: "."), text[end] | 0x20 != UInt8(ascii: "e"), end &- cursor <= 300 else {
            return nil
        }
        let range = unsafe Range(uncheckedBounds: (cursor, end))
        cursor = end
        return range
    }

    /// Moves the cursor behind the number; `false` when the bytes end and more may come.
    @inline(__always)
    static func advance(
        _ cursor: inout Int,
        _ token: inout TokenProgress,
        in text: Span<UInt8>,
        isWhole: Bool
    ) throws(JSONFault) -> Bool {
        while cursor < text.count {
            let byte = text[cursor]
            let isDigit = byte &- UInt8(ascii: "0") < 10
            switch token.phase {
            case .digits, .fraction, .exponent:
                if isDigit {
                    skipDigits(&cursor, in: text)
                    continue
                }
                guard follow(byte, &token) else { return true }
            case .leadingZero:
                guard follow(byte, &token) else { return true }
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
        return isWhole && token.phase.mayEnd
    }

    /// Goes from digits into a fraction or an exponent; `false` when the number ends before `byte`.
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

    @inline(__always)
    private static func skipDigits(_ cursor: inout Int, in text: Span<UInt8>) {
        repeat {
            cursor += 1
        } while cursor < text.count && text[cursor] &- UInt8(ascii: "0") < 10
    }
}

extension TokenProgress.NumberPhase {
    /// Whether the digits so far are a number.
    var mayEnd: Bool {
        switch self {
        case .leadingZero, .digits, .fraction, .exponent: true
        case .sign, .firstDigit, .firstFractionDigit, .exponentSign, .firstExponentDigit: false
        }
    }
}
