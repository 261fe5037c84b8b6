/// The reason why bytes are not an accepted JSON text, and the position of the error.
package struct JSONFault: Error, Equatable, Sendable {
    /// The kind of error, with the token or value that caused it.
    package enum Reason: Equatable, Sendable {
        case expected(Expectation)
        case endInside(Expectation)
        case controlCharacter(UInt8)
        case invalidEscape
        case loneSurrogate
        case invalidUTF8
        case numberOutOfRange
        case tooDeep(limit: Int)
    }

    /// A token that the grammar allows at the position of the error.
    package enum Expectation: Equatable, Sendable {
        case value
        case elementOrEnd
        case nameOrEnd
        case name
        case colon
        case commaOrArrayEnd
        case commaOrObjectEnd
        case digit
        case string
        case nothing
    }

    package let reason: Reason

    /// The offset of the first wrong byte.
    ///
    /// If the text ends too early, this is the length of the text, with the white space at its end.
    package var offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONFault {
    /// Returns the line and the column of the error for people, both from 1; a column is one Unicode scalar.
    ///
    /// If the text ends too early, this is the position after the last byte that is not white space. So a newline at
    /// the end of the text does not begin a new line. Inside a string, white space is part of the string and counts.
    package func position(in text: Span<UInt8>) -> (line: Int, column: Int) {
        var index = min(offset, text.count)
        if case .endInside(let expectation) = reason, expectation != .string {
            while index > 0, text[index - 1] <= 0x20 {
                index -= 1
            }
        }
        return JSONFault.position(of: index, in: text)
    }

    /// Returns the line and the column of a byte, both from 1; a column is one Unicode scalar.
    package static func position(of offset: Int, in text: Span<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for index in 0..<min(offset, text.count) {
            if text[index] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if text[index] & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    /// Returns the line and column of each offset; it reads the text once for all.
    package static func positions(of offsets: [Int], in text: Span<UInt8>) -> [(line: Int, column: Int)] {
        var positions = Array(repeating: (line: 1, column: 1), count: offsets.count)
        var (start, line, column) = (0, 1, 1)
        for next in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
            let end = min(max(offsets[next], start), text.count)
            let moved = position(of: end - start, in: text.extracting(start..<end))
            (line, column) = (line + moved.line - 1, moved.line == 1 ? column + moved.column - 1 : moved.column)
            start = end
            positions[next] = (line, column)
        }
        return positions
    }

    /// Returns a message that begins with the line and the column.
    package func message(in text: Span<UInt8>) -> String {
        let (line, column) = position(in: text)
        return "line \(line), column \(column): \(reason)"
    }
}

extension JSONFault.Reason: CustomStringConvertible {
    /// The reason as a clause of a message.
    package var description: String {
        switch self {
        case .expected(.nothing): "there is text after the end of the value"
        case .expected(let expectation): "expected \(expectation)"
        case .endInside(let expectation): "the text ends before \(expectation)"
        case .controlCharacter(let byte):
            "a string has the control character \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16)) "
                + "without an escape"
        case .invalidEscape: "a backslash is not followed by a valid escape"
        case .loneSurrogate: "a surrogate has no other half"
        case .invalidUTF8: "the bytes are not UTF-8"
        case .numberOutOfRange: "the number is beyond the range of a double"
        case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit)"
        }
    }
}

extension JSONFault.Expectation: CustomStringConvertible {
    /// The expected token as a noun phrase of a message.
    package var description: String {
        switch self {
        case .value: "a value"
        case .elementOrEnd: "a value or ]"
        case .nameOrEnd: "a name in quotes or }"
        case .name: "a name in quotes"
        case .colon: "a colon"
        case .commaOrArrayEnd: "a comma or ]"
        case .commaOrObjectEnd: "a comma or }"
        case .digit: "a digit"
        case .string: "the rest of a string"
        case .nothing: "nothing"
        }
    }
}
