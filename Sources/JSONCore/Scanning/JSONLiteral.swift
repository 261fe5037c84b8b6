/// One of the three literal names of JSON.
enum JSONLiteral {
    case null
    case `false`
    case `true`

    var spelling: StaticString {
        switch self {
        case .null: "null"
        case .false: "false"
        case .true: "true"
        }
    }
}

extension JSONLiteral {
    /// Creates the literal that begins with a byte, which must be `t`, `f` or `n`.
    @inline(__always)
    init(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "t"): self = .true
        case UInt8(ascii: "f"): self = .false
        default: self = .null
        }
    }

    /// Returns the offset after the literal that begins at `start`; nil if the bytes end inside the literal.
    @inline(__always)
    func end(
        from start: Int,
        in text: Span<UInt8>,
        expecting expectation: @autoclosure () -> JSONFault.Expectation
    ) throws(JSONFault) -> Int? {
        let spelling = spelling
        for index in 0..<spelling.utf8CodeUnitCount {
            guard start &+ index < text.count else { return nil }
            guard unsafe text[start &+ index] == spelling.utf8Start[index] else {
                throw JSONFault(.expected(expectation()), at: start)
            }
        }
        return start &+ spelling.utf8CodeUnitCount
    }
}
