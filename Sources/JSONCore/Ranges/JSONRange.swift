/// The range and kind of a value in a checked text, from which the value can be read without building a tree.
@usableFromInline
package struct JSONRange: Sendable, Equatable {
    /// The length from which texts are too long for this type, because a range is packed in one word.
    @usableFromInline
    package static let textLimit = 1 << 30

    /// The packed range: 30 bits of start, 30 bits of length, 3 bits of kind and 1 bit for escapes; 0 for no value.
    @usableFromInline let bits: UInt64

    @inline(__always)
    init(range: Range<Int>, kind: JSONKind, hasEscapes: Bool = false) {
        self.init(from: range.lowerBound, to: range.upperBound, kind, hasEscapes: hasEscapes)
    }

    /// Creates the range between two offsets in ascending order.
    @inline(__always)
    init(from start: Int, to end: Int, _ kind: JSONKind, hasEscapes: Bool = false) {
        bits =
            UInt64(truncatingIfNeeded: start) << 34 | UInt64(truncatingIfNeeded: end &- start) << 4
            | UInt64(truncatingIfNeeded: kind.rawValue) << 1 | (hasEscapes ? 1 : 0)
    }

    /// The value's bytes; a string's are without its quotes.
    @inlinable @inline(__always)
    package var range: Range<Int> {
        let start = Int(truncatingIfNeeded: bits >> 34)
        let length = Int(truncatingIfNeeded: bits >> 4) & (JSONRange.textLimit - 1)
        return unsafe Range(uncheckedBounds: (start, start &+ length))
    }

    @inlinable @inline(__always)
    package var kind: JSONKind {
        unsafe unsafeBitCast(UInt8(truncatingIfNeeded: bits >> 1 & 0x7), to: JSONKind.self)
    }

    /// Whether this is a string with escapes, so that its bytes differ from its value.
    @inlinable @inline(__always)
    package var hasEscapes: Bool { bits & 1 == 1 }

    /// Creates the range of the value whose bytes, quotes included, are `source`.
    package init(_ source: Range<Int>, in text: Span<UInt8>) {
        switch text[source.lowerBound] {
        case UInt8(ascii: "{"): self.init(range: source, kind: .object)
        case UInt8(ascii: "["): self.init(range: source, kind: .array)
        default: self.init(firstIn: text, from: source.lowerBound)
        }
    }

    /// Creates the range of the first value at or after `offset`.
    init(firstIn text: Span<UInt8>, from offset: Int) {
        var cursor = offset
        CheckedText.skipWhiteSpace(&cursor, in: text)
        self = CheckedText.scanValue(&cursor, in: text)
    }

    /// The representation of an absent value.
    @inlinable @inline(__always)
    static var nowhere: JSONRange { JSONRange(bits: 0) }

    @inlinable @inline(__always)
    init(bits: UInt64) {
        self.bits = bits
    }

    /// Whether this represents an absent value.
    @inlinable @inline(__always)
    var isNowhere: Bool { bits == 0 }

    /// Returns the range of the same value after its offset in the text changed by `distance`.
    func moved(by distance: Int) -> JSONRange {
        JSONRange(
            range: range.lowerBound + distance..<range.upperBound + distance,
            kind: kind,
            hasEscapes: hasEscapes
        )
    }

    /// The value's bytes; a string's are with its quotes.
    @inlinable @inline(__always)
    package var source: Range<Int> {
        kind == .string ? range.lowerBound - 1..<range.upperBound + 1 : range
    }
}

extension JSONRange {
    /// Returns the value as a tree.
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
            // Scan only the value's bytes: the sink allocates a name cache if the text that it receives is long.
            _ = try scanner.scan(text.extracting(source), isWhole: true, sink: &sink)
        } catch {
            preconditionFailure("a range of a text that was not checked")
        }
        return sink.finish()
    }

    /// Returns a string with its escapes resolved; nil for another kind.
    package func string(in text: Span<UInt8>) -> String? {
        guard kind == .string else { return nil }
        return hasEscapes ? String(unescaping: range, in: text) : String(bytes: range, in: text)
    }

    /// Returns a number that is written without fraction and exponent and fits `Int64`; nil for any other value.
    package func integer(in text: Span<UInt8>) -> Int64? {
        guard kind == .number, let integer = JSONNumber.integer(range, in: text) else { return nil }
        return integer
    }

    /// Returns a number as the nearest double; nil for another kind.
    package func double(in text: Span<UInt8>) -> Double? {
        kind == .number ? JSONNumber.double(range, in: text) : nil
    }

    /// Returns a boolean; nil for another kind.
    package func boolean(in text: Span<UInt8>) -> Bool? {
        kind == .boolean ? text[range.lowerBound] == UInt8(ascii: "t") : nil
    }

    /// Returns whether this is a string or a name that equals `expected` after its escapes are resolved.
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
