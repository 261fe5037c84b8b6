/// An iterator over the elements of an array in a checked text.
package struct JSONElements {
    private var cursor: Int

    package init(of array: JSONRange) {
        precondition(array.kind == .array, "elements of something that is no array")
        cursor = array.range.lowerBound + 1
    }

    /// Returns the next element; nil after the last one.
    package mutating func next(in text: Span<UInt8>) -> JSONRange? {
        CheckedText.skipWhiteSpace(&cursor, in: text)
        if text[cursor] == UInt8(ascii: ",") {
            cursor += 1
            CheckedText.skipWhiteSpace(&cursor, in: text)
        }
        guard text[cursor] != UInt8(ascii: "]") else { return nil }
        return CheckedText.scanValue(&cursor, in: text)
    }
}
