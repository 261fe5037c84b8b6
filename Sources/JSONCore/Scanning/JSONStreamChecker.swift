/// A validator that finds the end of each JSON text in a stream of bytes that arrives in pieces.
///
/// During validation it also records the ranges of the wanted members of the outermost object.
@usableFromInline
package struct JSONStreamChecker {
    /// The result of examining the bytes received so far.
    package enum Progress: Equatable {
        /// A complete text that ends before this offset.
        case complete(Int)
        /// The beginning of a text.
        case incomplete
    }

    private var scanner: JSONScanner
    @usableFromInline var sink: FieldSink

    /// Creates a checker for successive texts, which rejects arrays and objects nested deeper than the limit.
    package init(depthLimit: Int, noting names: JSONFieldNames = JSONFieldNames([])) {
        precondition(depthLimit <= JSON.deepestLimit, "a depth limit beyond JSON.deepestLimit")
        scanner = JSONScanner(depthLimit: depthLimit)
        sink = FieldSink(names)
    }

    /// Prepares for a text that begins at an offset.
    @inline(__always)
    package mutating func begin(at offset: Int) {
        scanner.reset(at: offset)
        sink.reset()
    }

    /// Returns the range of a wanted member's value, by the index of its name; of repeated members, the last one's.
    @inlinable @inline(__always)
    package func range(_ index: Int) -> JSONRange? {
        sink.fields.range(index)
    }

    /// Examines the bytes after those of the previous call; `isWhole` means that no more bytes will follow.
    package mutating func advance(in bytes: Span<UInt8>, isWhole: Bool) throws(JSONFault) -> Progress {
        precondition(bytes.count <= JSONRange.textLimit, "a text beyond JSONRange.textLimit")
        return try scanner.scan(bytes, isWhole: isWhole, sink: &sink)
    }

    /// Adjusts all offsets after the caller removed `count` bytes at the front.
    package mutating func rebase(by count: Int) {
        scanner.rebase(by: count)
        sink.rebase(by: count)
    }
}
