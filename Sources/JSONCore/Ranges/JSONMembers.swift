/// An iterator over the members of an object in a checked text, in text order and with repeated names.
package struct JSONMembers {
    private var cursor: Int

    package init(of object: JSONRange) {
        precondition(object.kind == .object, "members of something that is no object")
        cursor = object.range.lowerBound + 1
    }

    private init(after bracket: Int) {
        cursor = bracket + 1
    }

    /// Returns the next name and its value; nil after the last member.
    @inline(__always)
    package mutating func next(in text: Span<UInt8>) -> (name: JSONRange, value: JSONRange)? {
        // A local variable stays in a register, unlike the property.
        var cursor = self.cursor
        defer { self.cursor = cursor }
        guard let name = JSONMembers.scanName(&cursor, in: text) else { return nil }
        return (name, CheckedText.scanValue(&cursor, in: text))
    }

    /// Returns the next name; nil after the last member.
    ///
    /// The caller must then read the value with ``value(in:)``, or its members with ``membersOfValue(in:)``.
    package mutating func nextName(in text: Span<UInt8>) -> JSONRange? {
        JSONMembers.scanName(&cursor, in: text)
    }

    /// Returns the value of the name that ``nextName(in:)`` returned.
    package mutating func value(in text: Span<UInt8>) -> JSONRange {
        CheckedText.scanValue(&cursor, in: text)
    }

    /// Returns the members of the value of the name that ``nextName(in:)`` returned; nil if the value is no object.
    ///
    /// To continue, the caller must read all of them and then call ``skip(_:)``.
    package func membersOfValue(in text: Span<UInt8>) -> JSONMembers? {
        text[cursor] == UInt8(ascii: "{") ? JSONMembers(after: cursor) : nil
    }

    /// Continues after the members of a value, of which the last was read.
    package mutating func skip(_ members: JSONMembers) {
        cursor = members.cursor + 1
    }

    /// Moves the cursor to the next value, and returns the name before it; nil after the last member.
    @inline(__always)
    private static func scanName(_ cursor: inout Int, in text: Span<UInt8>) -> JSONRange? {
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
        return name
    }
}
