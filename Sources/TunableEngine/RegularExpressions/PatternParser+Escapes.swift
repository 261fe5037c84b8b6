extension PatternParser {
    /// Reads an escape outside of a class, after its backslash; `start` is the offset of the backslash.
    mutating func escape(from start: Int) throws(RegularExpressionFault) -> SyntaxTree {
        switch peek {
        case "b":
            offset += 1
            return .assertion(.wordBoundary)
        case "B":
            offset += 1
            return .assertion(.noWordBoundary)
        case "k":
            throw RegularExpressionFault(.unsupported(.backreference), at: start)
        case let digit? where ("1"..."9").contains(digit):
            throw RegularExpressionFault(.unsupported(.backreference), at: start)
        default:
            switch try classItem(escapedFrom: start) {
            case .scalar(let value): return .scalar(value)
            case .set(let ranges, let properties): return .set(ScalarSet(ranges, properties: properties))
            }
        }
    }

    /// Reads an escape that is valid inside and outside of classes, after its backslash.
    mutating func classItem(escapedFrom start: Int) throws(RegularExpressionFault) -> ClassItem {
        guard let letter = next() else { throw RegularExpressionFault(.escape("\\"), at: start) }
        switch letter {
        case "d": return .set(ScalarSet.digit.plainRanges, [])
        case "D": return .set(ScalarSet.digit.invertedRanges, [])
        case "w": return .set(ScalarSet.word.plainRanges, [])
        case "W": return .set(ScalarSet.word.invertedRanges, [])
        case "s": return .set(ScalarSet.space.plainRanges, [])
        case "S": return .set(ScalarSet.space.invertedRanges, [])
        case "p", "P": return try property(isInverted: letter == "P", from: start)
        default: return .scalar(try character(letter, escapedFrom: start))
        }
    }

    /// Returns the character for an escape whose letter was already read.
    private mutating func character(
        _ letter: Unicode.Scalar,
        escapedFrom start: Int
    ) throws(RegularExpressionFault) -> UInt32 {
        switch letter {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "0" where !(peek.map { ("0"..."9").contains($0) } ?? false): return 0
        case "c":
            if let control = next(), control.isASCII, control.properties.isAlphabetic {
                return control.value & 0x1F
            }
        case "x":
            if let value = hexadecimal(digits: 2) {
                return value
            }
        case "u":
            if let value = unicodeEscape() {
                return value
            }
        case let mark where "^$\\.*+?()[]{}|/".unicodeScalars.contains(mark):
            return mark.value
        default:
            break
        }
        throw RegularExpressionFault(.escape(text(from: start)), at: start)
    }

    /// Reads the rest of `\u`: `XXXX`, a surrogate pair of two such escapes, or `{…}`; returns nil if it is invalid.
    private mutating func unicodeEscape() -> UInt32? {
        if take("{") {
            guard let digits = text(upTo: "}"), let value = UInt32(hexadecimal: digits) else { return nil }
            return value <= ScalarSet.last ? value : nil
        }
        guard let first = hexadecimal(digits: 4) else { return nil }
        let behind = offset
        if first & 0xFC00 == 0xD800, take("\\"), take("u"), let second = hexadecimal(digits: 4),
            second & 0xFC00 == 0xDC00
        {
            return 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
        }
        // A lone surrogate stays as it is; it matches nothing, since no text contains one.
        offset = behind
        return first
    }

    private mutating func hexadecimal(digits count: Int) -> UInt32? {
        guard offset + count <= scalars.count else { return nil }
        let digits = String(String.UnicodeScalarView(scalars[offset..<offset + count]))
        offset += count
        return UInt32(hexadecimal: digits)
    }

    /// Reads the rest of `\p` or `\P`: `{Name}` or `{Name=Value}`.
    private mutating func property(
        isInverted: Bool,
        from start: Int
    ) throws(RegularExpressionFault) -> ClassItem {
        guard take("{"), let name = text(upTo: "}") else {
            throw RegularExpressionFault(.escape(text(from: start)), at: start)
        }
        if let ranges = UnicodeRanges.named(name) {
            return .set(isInverted ? ScalarSet(ranges).invertedRanges : ranges, [])
        }
        guard let property = ScalarProperty(name) else {
            throw RegularExpressionFault(.property(name), at: start)
        }
        return .set([], [ScalarSet.Property(property: property, isInverted: isInverted)])
    }
}

extension UInt32 {
    /// Creates a number from hexadecimal digits without a sign; leading zeros are allowed.
    fileprivate init?(hexadecimal digits: String) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        self.init(digits, radix: 16)
    }
}
