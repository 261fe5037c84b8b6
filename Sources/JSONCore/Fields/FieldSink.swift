/// A sink that records where the wanted members of the outermost object are.
@usableFromInline
struct FieldSink: JSONSink {
    @usableFromInline private(set) var fields = JSONFields()
    private let names: JSONFieldNames
    private var depth = 0
    /// The index of the wanted name whose value comes next, or -1.
    private var expected = -1
    /// The offset of the latest array or object directly inside the outermost one.
    private var start = 0

    init(_ names: JSONFieldNames) {
        precondition(names.count <= JSONFields.limit, "more than \(JSONFields.limit) fields")
        self.names = names
    }

    /// Discards the recorded members and prepares for the next text.
    @inline(__always)
    mutating func reset() {
        fields.removeFirst(names.count)
        depth = 0
        expected = -1
    }

    /// Adjusts all offsets after the caller removed `count` bytes at the front.
    mutating func rebase(by count: Int) {
        fields.rebase(by: count)
        start -= count
    }

    @inline(__always)
    mutating func beginArray(at offset: Int) {
        begin(at: offset)
    }

    @inline(__always)
    mutating func endArray(at offset: Int) {
        end(at: offset, .array)
    }

    @inline(__always)
    mutating func beginObject(at offset: Int) {
        begin(at: offset)
    }

    @inline(__always)
    mutating func endObject(at offset: Int) {
        end(at: offset, .object)
    }

    @inline(__always)
    mutating func name(_ token: JSONStringToken, in text: Span<UInt8>) {
        if depth == 1 {
            expected = names.index(of: token.range, hasEscapes: token.hasEscapes, in: text)
        }
    }

    @inline(__always)
    mutating func string(_ token: JSONStringToken, in text: Span<UInt8>) {
        note(JSONRange(range: token.range, kind: .string, hasEscapes: token.hasEscapes))
    }

    @inline(__always)
    mutating func number(_ range: Range<Int>, isWhole: Bool, in text: Span<UInt8>) {
        note(JSONRange(range: range, kind: .number))
    }

    @inline(__always)
    mutating func literal(_ value: JSONLiteral, at offset: Int) {
        let end = offset &+ value.spelling.utf8CodeUnitCount
        note(JSONRange(range: offset..<end, kind: value == .null ? .null : .boolean))
    }

    @inline(__always)
    private mutating func begin(at offset: Int) {
        if depth == 1 {
            start = offset
        }
        depth &+= 1
    }

    @inline(__always)
    private mutating func end(at offset: Int, _ kind: JSONKind) {
        depth &-= 1
        // At depth 0 the outermost value has ended. `start` does not belong to it: an inner or earlier value set it.
        if depth == 1 {
            note(JSONRange(range: start..<offset &+ 1, kind: kind))
        }
    }

    @inline(__always)
    private mutating func note(_ range: JSONRange) {
        if depth == 1, expected >= 0 {
            fields.set(expected, to: range)
            expected = -1
        }
    }
}
