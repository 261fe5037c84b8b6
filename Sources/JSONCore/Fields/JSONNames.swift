/// Names to find among an object's members, which are first known when the program runs.
@usableFromInline
package struct JSONNames: Sendable {
    package let names: [String]

    /// The ``NameWord`` of each name, in the same order.
    private let words: [UInt64]

    /// A word with a bit for the length of each name, by which most other names differ.
    @usableFromInline let lengths: UInt64

    package init(_ names: [String]) {
        self.names = names
        words = names.map { NameWord.of($0.utf8.span) }
        lengths = names.reduce(0) { $0 | JSONNames.bit(for: $1.utf8.count) }
    }

    package var count: Int { names.count }

    /// Returns the index of the name that a range of a checked text holds, or nil.
    @inlinable @inline(__always)
    package func index(of name: JSONRange, in text: Span<UInt8>) -> Int? {
        guard lengths & JSONNames.bit(for: name.range.count) != 0 || name.hasEscapes else { return nil }
        return indexOfSameLength(name, in: text)
    }

    /// Returns whether one of the names may have the length of a name.
    @inlinable @inline(__always)
    package func mayContain(_ name: String) -> Bool { lengths & JSONNames.bit(for: name.utf8.count) != 0 }

    @inlinable @inline(__always)
    static func bit(for length: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: length) }

    @usableFromInline @inline(never)
    func indexOfSameLength(_ name: JSONRange, in text: Span<UInt8>) -> Int? {
        let range = name.range
        guard !name.hasEscapes, range.lowerBound &+ 8 <= text.count else {
            return name.string(in: text).flatMap { index(of: $0) }
        }
        let word = NameWord.of(range, in: text)
        let words = words.span
        for index in words.indices where unsafe words[unchecked: index] == word {
            if range.count <= NameWord.bytes || names[index].utf8.span.hasSameBytes(as: text.extracting(range)) {
                return index
            }
        }
        return nil
    }

    /// Returns the index of a name, or nil.
    package func index(of name: String) -> Int? {
        names.firstIndex { $0.hasSameBytes(as: name) }
    }
}
