/// Finds where a text ends in a stream whose bytes come piece by piece, checking it on the way and noting where the
/// wanted members of its outermost object stand.
@usableFromInline
package struct JSONStreamChecker {
    /// What the bytes given so far are.
    package enum Progress: Equatable {
        /// A whole text, ended before this offset.
        case complete(Int)
        /// The beginning of a text.
        case incomplete
    }

    private var scanner: JSONScanner
    @usableFromInline var sink: FieldSink

    /// A checker for texts one after the other; what nests deeper than the limit is a fault.
    package init(depthLimit: Int, noting names: JSONFieldNames = JSONFieldNames([])) {
        precondition(depthLimit <= JSON.deepestLimit, "a depth limit beyond JSON.deepestLimit")
        scanner = JSONScanner(depthLimit: depthLimit)
        sink = FieldSink(names)
    }

    /// Begins a text at an offset.
    @inline(__always)
    package mutating func begin(at offset: Int) {
        scanner.reset(at: offset)
        sink.reset()
    }

    /// Where a wanted member stands, by the position of its name; of repeated ones the last.
    @inlinable @inline(__always)
    package func place(_ index: Int) -> JSONRange? {
        sink.fields.place(index)
    }

    /// Looks at what came since; `isWhole` says that nothing more will.
    package mutating func advance(in bytes: Span<UInt8>, isWhole: Bool) throws(JSONFault) -> Progress {
        precondition(bytes.count <= JSONRange.textLimit, "a text beyond JSONRange.textLimit")
        return try scanner.scan(bytes, isWhole: isWhole, sink: &sink)
    }

    /// Follows the bytes when `count` of them were taken away in front.
    package mutating func rebase(by count: Int) {
        scanner.rebase(by: count)
        sink.rebase(by: count)
    }
}
