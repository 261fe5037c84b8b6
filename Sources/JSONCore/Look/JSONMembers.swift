/// Walks over the members of an object in a checked text, in the order in which they stand, repeated names too.
package struct JSONMembers {
    private var cursor: Int

    /// Begins at the first member.
    package init(of object: JSONRange) {
        precondition(object.kind == .object, "members of something that is no object")
        cursor = object.range.lowerBound + 1
    }

    /// The next name and its value.
    @inline(__always)
    package mutating func next(in text: Span<UInt8>) -> (name: JSONRange, value: JSONRange)? {
        CheckedText.skipWhiteSpace(&cursor, in: text)
        if text[cursor] == UInt8(ascii: ",") {
            cursor += 1
            CheckedText.skipWhiteSpace(&cursor, in: text)
        }
        guard text[cursor] == UInt8(ascii: "\"") else { return nil }
        let name = CheckedText.takeString(&cursor, in: text)
        CheckedText.skipWhiteSpace(&cursor, in: text)
        cursor += 1
        CheckedText.skipWhiteSpace(&cursor, in: text)
        return (name, CheckedText.takeValue(&cursor, in: text))
    }
}
