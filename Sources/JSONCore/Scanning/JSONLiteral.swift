/// The three words of JSON.
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
    /// The literal that begins so; the byte is known to begin one.
    @inline(__always)
    init(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "t"): self = .true
        case UInt8(ascii: "f"): self = .false
        default: self = .null
        }
    }

    /// Where the literal that begins at `start` ends; none when the bytes end inside it.
    @inline(__always)
    func end(
        from start: Int,
        in text: Span<UInt8>,
        expecting expectation: @autoclosure () -> JSONFault.Expectation
    ) throws(JSONFault) -> Int? {
        let spelling = spelling
        for place in 0..<spelling.utf8CodeUnitCount {
            guard start &+ place < text.count else { return nil }
            guard unsafe text[start &+ place] == spelling.utf8Start[place] else {
                throw JSONFault(.expected(expectation()), at: start)
            }
        }
        return start &+ spelling.utf8CodeUnitCount
    }
}
