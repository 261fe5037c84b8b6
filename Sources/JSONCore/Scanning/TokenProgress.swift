/// What is known of a string or number that has begun, so that it can go on when more bytes come.
struct TokenProgress {
    /// The string's first byte behind the quote, or the number's first byte.
    var start = 0
    var hasEscapes = false
    var isASCII = true
    var phase = NumberPhase.sign
    var isWhole = true

    /// How far the bytes led.
    struct Step {
        let cursor: Int
        /// The token ends here.
        let isWhole: Bool

        static func whole(_ cursor: Int) -> Step { Step(cursor: cursor, isWhole: true) }
        static func partial(_ cursor: Int) -> Step { Step(cursor: cursor, isWhole: false) }
    }

    /// How far into a number the cursor is.
    enum NumberPhase {
        case sign
        case firstDigit
        case leadingZero
        case digits
        case firstFractionDigit
        case fraction
        case exponentSign
        case firstExponentDigit
        case exponent
    }

    /// The string whose closing quote is at `end`.
    @inline(__always)
    func string(endingAt end: Int) -> JSONStringToken {
        JSONStringToken(range: start..<end, hasEscapes: hasEscapes, isASCII: isASCII)
    }

    /// Refuses a number beyond a double's range; only an exponent or very many digits can lead there.
    @inline(__always)
    func checkMagnitude(endingAt end: Int, in text: Span<UInt8>) throws(JSONFault) {
        guard phase == .exponent || end &- start > 300 else { return }
        guard JSONNumber.double(start..<end, in: text).isFinite else {
            throw JSONFault(.numberOutOfRange, at: start)
        }
    }
}
