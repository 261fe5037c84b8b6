/// Why bytes are no JSON text that we take, and where.
package struct JSONFault: Error, Equatable, Sendable {
    /// What is wrong.
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

    /// What could have stood at a place.
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

    /// What is wrong.
    package let reason: Reason

    /// The first byte that is at fault; the text's length where more should follow, white space at its end included.
    package var offset: Int

    /// Describes a fault.
    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONFault {
    /// Where the fault is for a person: lines and columns from 1, a column being one Unicode scalar.
    ///
    /// Where more should follow, that is behind what is there: a newline at the end begins no line. In a string white
    /// space is what is there.
    package func position(in text: Span<UInt8>) -> (line: Int, column: Int) {
        var place = min(offset, text.count)
        if case .endInside(let expectation) = reason, expectation != .string {
            while place > 0, text[place - 1] <= 0x20 {
                place -= 1
            }
        }
        return JSONFault.position(of: place, in: text)
    }

    /// The line and column, both from 1, of any byte of a text.
    package static func position(of offset: Int, in text: Span<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for place in 0..<min(offset, text.count) {
            if text[place] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if text[place] & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    /// The fault as a sentence, with its line and column.
    package func message(in text: Span<UInt8>) -> String {
        let (line, column) = position(in: text)
        return "line \(line), column \(column): \(reason)"
    }
}

extension JSONFault.Reason: CustomStringConvertible {
    /// What is wrong, as a part of a sentence.
    package var description: String {
        switch self {
        case .expected(.nothing): "nothing may follow the value"
        case .expected(let expectation): "expected \(expectation)"
        case .endInside(let expectation): "the text ends where \(expectation) should follow"
        case .controlCharacter(let byte):
            "a string holds the control character \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16)) unescaped"
        case .invalidEscape: "a backslash begins no escape"
        case .loneSurrogate: "a surrogate stands without its other half"
        case .invalidUTF8: "the bytes are not UTF-8"
        case .numberOutOfRange: "the number is beyond the range of a double"
        case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit)"
        }
    }
}

extension JSONFault.Expectation: CustomStringConvertible {
    /// In the words of a message to a person.
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
