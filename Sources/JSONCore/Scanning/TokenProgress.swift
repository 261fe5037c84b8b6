/// The state of an unfinished string or number, from which the scan resumes when more bytes arrive.
struct TokenProgress {
    /// The offset of the string's first byte after the quote, or of the number's first byte.
    var start = 0
    var hasEscapes = false
    var isASCII = true
    var phase = NumberPhase.sign
    var isWhole = true

    /// The position that a scan of the available bytes reached.
    struct Step {
        let cursor: Int
        /// Whether the token ends at the cursor.
        let isWhole: Bool

        static func whole(_ cursor: Int) -> Step { Step(cursor: cursor, isWhole: true) }
        static func partial(_ cursor: Int) -> Step { Step(cursor: cursor, isWhole: false) }
    }

    /// The part of a number that comes next or is unfinished.
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

    /// Returns the string whose closing quote is at `end`.
    @inline(__always)
    func string(endingAt end: Int) -> JSONStringToken {
        JSONStringToken(range: start..<end, hasEscapes: hasEscapes, isASCII: isASCII)
    }

    /// Rejects a number beyond a double's range, which needs an exponent or more than 300 digits.
    @inline(__always)
    func checkMagnitude(endingAt end: Int, in text: Span<UInt8>) throws(JSONFault) {
        guard phase == .exponent || end &- start > 300 else { return }
        guard JSONNumber.double(start..<end, in: text).isFinite else {
            throw JSONFault(.numberOutOfRange, at: start)
        }
    }
}
