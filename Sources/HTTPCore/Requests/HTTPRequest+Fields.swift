/// The position of a name in ``HTTPRequest/fieldBits``.
enum FieldName {
    /// Returns one bit for a name by its length and its last character, so that most absent names are recognized at
    /// once.
    @inline(__always)
    static func bit(count: Int, last: UInt8) -> UInt64 {
        1 &<< (UInt64(truncatingIfNeeded: count) &* 7 &+ UInt64(last | 0x20) & 63)
    }
}

extension HTTPRequest {
    /// Returns the value of the first field with a name, which is written in small letters; nil if there is none.
    @inline(__always)
    package func value(of name: StaticString, in bytes: Span<UInt8>) -> Range<Int>? {
        let count = name.utf8CodeUnitCount
        guard count > 0, unsafe fieldBits & FieldName.bit(count: count, last: name.utf8Start[count - 1]) != 0 else {
            return nil
        }
        return value(of: name, from: fields.lowerBound, in: bytes)
    }

    /// Returns the value of the next field with the name of the field whose value is `value`.
    package func value(of name: StaticString, after value: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
        guard let end = endOfLine(from: value.upperBound, in: bytes) else { return nil }
        return self.value(of: name, from: end, in: bytes)
    }

    /// Returns the value of the only field with a name; nil if there is none or more than one.
    package func onlyValue(of name: StaticString, in bytes: Span<UInt8>) -> Range<Int>? {
        guard let value = value(of: name, in: bytes), self.value(of: name, after: value, in: bytes) == nil else {
            return nil
        }
        return value
    }

    /// Returns whether a request has a field whose name begins with a text, which is written in small letters.
    package func hasField(beginningWith text: StaticString, in bytes: Span<UInt8>) -> Bool {
        var line = fields.lowerBound
        while line < fields.upperBound, let next = endOfLine(from: line, in: bytes) {
            let end = line + text.utf8CodeUnitCount
            guard end >= next || !bytes.equals(text, ignoringCaseIn: line..<end) else { return true }
            line = next
        }
        return false
    }

    /// Returns the first content coding of the body other than `identity`, as `Content-Encoding` names it; nil if there is
    /// none.
    @inline(__always)
    package func contentCoding(in bytes: Span<UInt8>) -> Range<Int>? {
        guard let field = value(of: "content-encoding", in: bytes) else { return nil }
        return contentCoding(from: field, in: bytes)
    }

    @inline(never)
    private func contentCoding(from first: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
        var next: Range<Int>? = first
        while let field = next {
            var codings = TokenList(field)
            while let coding = codings.next(in: bytes) {
                guard bytes.equals("identity", ignoringCaseIn: coding) else { return coding }
            }
            next = value(of: "content-encoding", after: field, in: bytes)
        }
        return nil
    }

    private func value(of name: StaticString, from start: Int, in bytes: Span<UInt8>) -> Range<Int>? {
        let count = name.utf8CodeUnitCount
        var line = start
        while line < fields.upperBound {
            guard let next = endOfLine(from: line, in: bytes) else { return nil }
            // The colon is checked first, so the bytes before it are a token, as `equals` demands, or hold a colon.
            if line + count < next, bytes[line + count] == UInt8(ascii: ":"),
                ByteWords.equals(name, at: line, in: bytes)
            {
                return bytes.trimmed(line + count + 1..<next - 2)
            }
            line = next
        }
        return nil
    }

    /// Returns the offset behind the line's end; nil if no line is left.
    @inline(__always)
    private func endOfLine(from start: Int, in bytes: Span<UInt8>) -> Int? {
        let feed = UInt8(ascii: "\n")
        let end = ByteWords.firstOffset(of: feed, or: feed, from: start, to: fields.upperBound, in: bytes)
        return end < fields.upperBound ? end + 1 : nil
    }
}
