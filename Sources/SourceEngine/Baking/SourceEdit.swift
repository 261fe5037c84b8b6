package import JSONCore

/// A replacement of a range of a text.
package struct SourceEdit: Sendable, Equatable {
    package let range: Range<Int>
    package let text: [UInt8]

    package init(_ range: Range<Int>, _ text: [UInt8]) { (self.range, self.text) = (range, text) }
}

extension KeyUse {
    /// Returns the edit that writes a value in place of the default; nil if the default has the value, or if there is no
    /// default.
    package func bake(
        _ value: JSON,
        in text: Span<UInt8>,
        _ language: SourceLanguage
    ) throws(LiteralFault) -> (old: JSON, edit: SourceEdit)? {
        guard let range = defaultRange else { return nil }
        let source = text.extracting(range)
        let literal = try SourceLiteral(source, language)
        let new = try literal.rewritten(to: value)
        return new == source.array ? nil : (literal.value, SourceEdit(range, new))
    }
}

extension [SourceEdit] {
    /// Returns a text with all edits, which must be in order and must not overlap.
    package func applied(to text: [UInt8]) -> [UInt8] {
        var new = text
        for edit in reversed() { new.replaceSubrange(edit.range, with: edit.text) }
        return new
    }
}
