package import JSONCore
import TunableEngine

/// A plain literal in a source text: a number, a Boolean, a string, or an array or object of these.
package struct SourceLiteral: Sendable {
    package let value: JSON
    private let bytes: [UInt8]
    private let language: SourceLanguage
    private let node: LiteralNode

    /// Reads a literal, which must fill the whole text.
    package init(_ text: Span<UInt8>, _ language: SourceLanguage) throws(LiteralFault) {
        var reader = LiteralReader(language)
        node = try reader.read(text)
        self.language = language
        bytes = text.array
        value = node.value
    }

    /// Returns the literal with another value, in the style of this one.
    ///
    /// A number keeps its base, digits of its fraction, exponent, grouping and suffix; a string keeps its quotes. White
    /// space and comments in an array or object stay if the number and the names of the elements do. The result is read
    /// again before it is returned.
    package func rewritten(to value: JSON) throws(LiteralFault) -> [UInt8] {
        guard !JSONByValue(value).isSame(as: self.value) else { return bytes }
        let new = try LiteralWriter(language, bytes).text(of: value, like: node)
        let check = try SourceLiteral(new.span, language)
        guard JSONByValue(check.value).isSame(as: value) else { throw .inexpressible }
        return new
    }
}

extension JSONByValue {
    fileprivate func isSame(as other: JSON) -> Bool { self == JSONByValue(other) }
}

extension Span<UInt8> {
    /// The end of the byte order mark at the beginning; 0 if there is none.
    package var markEnd: Int {
        count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0
    }

    var array: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for offset in 0..<count { bytes.append(self[offset]) }
        return bytes
    }
}
