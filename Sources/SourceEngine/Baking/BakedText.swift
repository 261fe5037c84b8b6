package import JSONCore
import TunableEngine

/// A source text in which values replace defaults.
package struct BakedText: Sendable {
    private let text: [UInt8]
    private let language: SourceLanguage
    /// The edits in the order of the text, with the use and the value of each.
    private var changes: [(edit: SourceEdit, use: KeyUse, value: JSON)] = []

    package init(_ text: [UInt8], _ language: SourceLanguage) { (self.text, self.language) = (text, language) }

    /// Replaces the default of a use by a value; the uses must come in the order of the text.
    ///
    /// - Returns: The old value; nil if the default has the value already, or belongs to an object that was replaced.
    package mutating func bake(_ use: KeyUse, _ value: JSON) throws(LiteralFault) -> JSON? {
        if let last = changes.last, last.edit.range.upperBound > use.keyRange.lowerBound { return nil }
        guard let (old, edit) = try use.bake(value, in: text.span, language) else { return nil }
        changes.append((edit, use, value))
        return old
    }

    /// The edits in the order of the text.
    package var edits: [SourceEdit] { changes.map(\.edit) }

    /// Returns the new text; nil if it does not have each value at its key, because the old text is broken: beside a quote
    /// that is not closed, a new quote can change what is a string.
    package func checked(_ scan: (Span<UInt8>) -> [KeyUse]) -> [UInt8]? {
        let new = edits.applied(to: text)
        var shift = 0
        var expected: [Int: JSON] = [:]
        for (edit, use, value) in changes {
            // In a shell script, the default can be before the key.
            let isBefore = edit.range.upperBound <= use.keyRange.lowerBound
            let change = edit.text.count - edit.range.count
            expected[use.keyRange.lowerBound + shift + (isBefore ? change : 0)] = value
            shift += change
        }
        for use in scan(new.span) {
            guard let value = expected[use.keyRange.lowerBound], let range = use.defaultRange else { continue }
            guard let literal = try? SourceLiteral(new.span.extracting(range), language),
                JSONByValue(literal.value) == JSONByValue(value)
            else { return nil }
            expected[use.keyRange.lowerBound] = nil
        }
        return expected.isEmpty ? new : nil
    }
}
