/// The elements of a field value that is a list with commas, such as `Connection`; empty elements are left out.
package struct TokenList {
    private var position: Int
    private let end: Int
    private let hasQuotes: Bool

    /// Creates the list of a value; with `hasQuotes`, commas inside quoted strings separate nothing.
    package init(_ value: Range<Int>, hasQuotes: Bool = false) {
        position = value.lowerBound
        end = value.upperBound
        self.hasQuotes = hasQuotes
    }

    /// Returns the next element without the white space around it; nil at the end.
    package mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        while position < end {
            let start = position
            var isQuoted = false
            while position < end, isQuoted || bytes[position] != UInt8(ascii: ",") {
                if hasQuotes, bytes[position] == UInt8(ascii: "\"") {
                    isQuoted.toggle()
                } else if isQuoted, bytes[position] == UInt8(ascii: "\\") {
                    position += 1
                }
                position += 1
            }
            let element = bytes.trimmed(start..<min(position, end))
            position += 1
            if !element.isEmpty {
                return element
            }
        }
        return nil
    }

    /// Returns whether a list contains a word of small letters, digits and hyphens, but for the case of letters.
    package static func contains(_ word: StaticString, _ value: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        var list = TokenList(value)
        while let element = list.next(in: bytes) {
            if bytes.equals(word, ignoringCaseIn: element) {
                return true
            }
        }
        return false
    }
}
