/// An iterator over the members of an object in a checked text, in text order and with repeated names.
package struct JSONMembers {
    private var cursor: Int

    package init(of object: JSONRange) {
        precondition(object.kind == .object, "members of something that is no object")
        cursor = object.range.lowerBound + 1
    }

    /// Returns the next name and its value; nil after the last member.
    @inline(__always)
    package mutating func next(in text: Span<UInt8>) -> (name: JSONRange, value: JSONRange)? {
        CheckedText.skipWhiteSpace(&cursor, in: text)
        if text[cursor] == UInt8(ascii: ",") {
            cursor += 1
            CheckedText.skipWhiteSpace(&cursor, in: text)
        }
        guard text[cursor] == UInt8(ascii: "\"") else { return nil }
        let name = CheckedText.scanString(&cursor, in: text)
        CheckedText.skipWhiteSpace(&cursor, in: text)
        cursor += 1
        CheckedText.skipWhiteSpace(&cursor, in: text)
        return (name, CheckedText.scanValue(&cursor, in: text))
    }
}
