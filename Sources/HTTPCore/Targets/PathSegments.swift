/// The parts of a path between slashes, still percent-encoded: an encoded slash separates nothing.
package struct PathSegments {
    private var position: Int
    private let end: Int

    /// Creates the segments of a path, which begins with a slash.
    package init(_ path: Range<Int>) {
        position = path.lowerBound
        end = path.upperBound
    }

    /// Returns the next segment, which is empty between two slashes and behind a last one; nil at the end.
    package mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        guard position < end, bytes[position] == UInt8(ascii: "/") else { return nil }
        let slash = UInt8(ascii: "/")
        let start = position + 1
        position = ByteWords.firstOffset(of: slash, or: slash, from: start, to: end, in: bytes)
        return start..<position
    }

    /// The rest of the path behind the segments so far, without its first slash.
    package var rest: Range<Int> { min(position + 1, end)..<end }
}
