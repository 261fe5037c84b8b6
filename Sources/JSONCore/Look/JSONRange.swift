/// Where a value stands in a text that was checked: looked into without building anything.
@usableFromInline
package struct JSONRange: Sendable, Equatable {
    /// Texts of this length and more cannot be looked into: a place is one word.
    @usableFromInline
    package static let textLimit = 1 << 30

    /// Thirty bits of start, thirty of length, three of kind and one for escapes; no value is all zeros.
    @usableFromInline let bits: UInt64

    @inline(__always)
    init(range: Range<Int>, kind: JSONKind, hasEscapes: Bool = false) {
        bits =
            UInt64(truncatingIfNeeded: range.lowerBound) << 34 | UInt64(truncatingIfNeeded: range.count) << 4
            | UInt64(truncatingIfNeeded: kind.rawValue) << 1 | (hasEscapes ? 1 : 0)
    }

    /// The value's bytes; a string's without its quotes.
    @inlinable @inline(__always)
    package var range: Range<Int> {
        let start = Int(truncatingIfNeeded: bits >> 34)
        let length = Int(truncatingIfNeeded: bits >> 4) & (JSONRange.textLimit - 1)
        return unsafe Range(uncheckedBounds: (start, start &+ length))
    }

    /// What the value is.
    @inlinable @inline(__always)
    package var kind: JSONKind {
        unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits >> 1 & 0x7), to: JSONKind.self)
    }

    /// Whether the bytes of this string differ from the string itself.
    @inlinable @inline(__always)
    package var hasEscapes: Bool { bits & 1 == 1 }

    /// The value whose bytes these are, quotes included.
    package init(_ source: Range<Int>, in text: Span<UInt8>) {
        switch text[source.lowerBound] {
        case UInt8(ascii: "{"): self.init(range: source, kind: .object)
        case UInt8(ascii: "["): self.init(range: source, kind: .array)
        default: self.init(firstIn: text, from: source.lowerBound)
        }
    }

    /// The first value at or behind `offset`.
    init(firstIn text: Span<UInt8>, from offset: Int) {
        var cursor = offset
        CheckedText.skipWhiteSpace(&cursor, in: text)
        self = CheckedText.takeValue(&cursor, in: text)
    }

    /// Stands for no place.
    @inlinable @inline(__always)
    static var nowhere: JSONRange { JSONRange(bits: 0) }

    @inlinable @inline(__always)
    init(bits: UInt64) {
        self.bits = bits
    }

    /// Whether this stands for no place.
    @inlinable @inline(__always)
    var isNowhere: Bool { bits == 0 }

    /// The same value in a text that begins earlier or later.
    func moved(by distance: Int) -> JSONRange {
        JSONRange(
            range: range.lowerBound + distance..<range.upperBound + distance,
            kind: kind,
            hasEscapes: hasEscapes
        )
    }

    /// The value's bytes as they were sent, a string's with its quotes.
    @inlinable @inline(__always)
    package var source: Range<Int> {
        kind == .string ? range.lowerBound - 1..<range.upperBound + 1 : range
    }
}

extension JSONRange {
    /// The value as a tree.
    package func value(in text: Span<UInt8>) -> JSON {
        switch kind {
        case .null: return .null
        case .boolean: return .boolean(text[range.lowerBound] == UInt8(ascii: "t"))
        case .number:
            if let integer = JSONNumber.integer(range, in: text) {
                return .integer(integer)
            }
        case .string where !hasEscapes: return .string(String(bytes: range, in: text))
        case .string, .array, .object: break
        }
        return tree(in: text)
    }

    private func tree(in text: Span<UInt8>) -> JSON {
        var sink = TreeSink()
        var scanner = JSONScanner(depthLimit: .max)
        do {
            // Without what stands before it: for a long text the sink prepares more.
            _ = try scanner.scan(text.extracting(source), isWhole: true, sink: &sink)
        } catch {
            preconditionFailure("a place in a text that was not checked")
        }
        return sink.finish()
    }

    /// The text of a string, its escapes resolved; none for another kind.
    package func string(in text: Span<UInt8>) -> String? {
        guard kind == .string else { return nil }
        return hasEscapes ? String(unescaping: range, in: text) : String(bytes: range, in: text)
    }

    /// A whole number that was written without fraction and exponent and fits; none for anything else.
    package func integer(in text: Span<UInt8>) -> Int64? {
        guard kind == .number, let integer = JSONNumber.integer(range, in: text) else { return nil }
        return integer
    }

    /// Any number as the nearest double; none for another kind.
    package func double(in text: Span<UInt8>) -> Double? {
        kind == .number ? JSONNumber.double(range, in: text) : nil
    }

    /// A boolean; none for another kind.
    package func boolean(in text: Span<UInt8>) -> Bool? {
        kind == .boolean ? text[range.lowerBound] == UInt8(ascii: "t") : nil
    }

    /// Whether this is a string, or a name, with exactly these bytes once its escapes are resolved.
    @inlinable @inline(__always)
    package func isString(_ expected: StaticString, in text: Span<UInt8>) -> Bool {
        guard kind == .string else { return false }
        return hasEscapes ? isEscaped(expected, in: text) : expected.hasBytes(text.extracting(range))
    }

    @usableFromInline
    func isEscaped(_ expected: StaticString, in text: Span<UInt8>) -> Bool {
        string(in: text)?.hasSameBytes(as: "\(expected)") ?? false
    }
}
