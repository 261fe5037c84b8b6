import Fuzzing
import JSONCore
import SourceEngine

// The parts of an input, between zero bytes, are a language, a document and edits of it. An edit has two bytes for its
// range, and new text. The lines after an edit are those of a new text, a position leads back to its place, and a baked
// value is read again from the document, which otherwise names the same keys.
fuzz { bytes in
    var parts = bytes.array.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)[...]
    let languages = SourceLanguage.allCases
    let language = languages[Int(parts.popFirst()?.first ?? 0) % languages.count]
    var text = SourceText(parts.popFirst() ?? [])
    checkPositions(of: text)
    for edit in parts.prefix(8) where edit.count >= 2 {
        let start = Int(edit[0]) % (text.bytes.count + 1)
        let end = start + Int(edit[1]) % (text.bytes.count - start + 1)
        text.replace(start..<end, with: Array(edit[2...]))
        let new = SourceText(text.bytes)
        precondition((0..<text.lineCount).map(text.line) == (0..<new.lineCount).map(new.line), "the lines differ")
        checkPositions(of: text)
    }
    checkKeys(in: text.bytes, language)
    _ = try? SourceProject(text.bytes.span)
}

private func checkPositions(of text: SourceText) {
    for encoding in [PositionEncoding.utf8, .utf16] {
        var last = SourcePosition(line: 0, column: 0)
        for offset in 0...min(text.bytes.count, 300) {
            let position = text.position(of: offset, in: encoding)
            precondition(position >= last, "a later place has an earlier position")
            let place = text.offset(of: position, in: encoding)
            precondition(place <= offset && text.position(of: place, in: encoding) <= position, "a place is not found")
            last = position
        }
    }
}

private func checkKeys(in text: [UInt8], _ language: SourceLanguage) {
    let uses = found(in: text, language)
    for use in uses {
        // The key of a constant is the path to it, whose last name is at the range.
        precondition(use.key.utf8.reversed().starts(with: text[use.keyRange].reversed()), "a key has another range")
        if let call = use.callRange {
            precondition(call.contains(use.keyRange.lowerBound), "a call without its key")
            precondition(call.upperBound <= text.count, "a call behind the text")
        }
        guard let range = use.defaultRange,
            let literal = try? SourceLiteral(text[range].span, language)
        else { continue }
        let same = try? literal.rewritten(to: literal.value)
        precondition(same == Array(text[range]), "the same value changes the text")
        for value in Values.all {
            guard let baked = try? use.bake(value, in: text.span, language) else { continue }
            // Beside a quote that is not closed, a new quote can change what is a string.
            let hasSameQuotes = quoteCount(baked.edit.text) == quoteCount(Array(text[range]))
            if hasSameQuotes { check(baked.edit, value, in: text, language, use) }
        }
    }
}

private func check(_ edit: SourceEdit, _ value: JSON, in text: [UInt8], _ language: SourceLanguage, _ old: KeyUse) {
    let new = [edit].applied(to: text)
    let again = found(in: new, language).filter { $0.key == old.key }
    // A key before the edit has the same place; the shell's option can be before its key.
    let shift = old.keyRange.lowerBound > edit.range.lowerBound ? new.count - text.count : 0
    guard let use = again.first(where: { $0.keyRange.lowerBound == old.keyRange.lowerBound + shift }) else {
        preconditionFailure("a baked document has lost its key")
    }
    guard let range = use.defaultRange, let literal = try? SourceLiteral(new[range].span, language) else {
        preconditionFailure("a baked default is no literal")
    }
    precondition(same(literal.value, value), "a baked default has another value")
}

private func quoteCount(_ bytes: [UInt8]) -> Int { bytes.count { "\"'`".utf8.contains($0) } }

private func found(in text: [UInt8], _ language: SourceLanguage) -> [KeyUse] {
    KeyScanner().uses(in: text.span, language) + KeyUse.constants(in: text.span, language)
}

/// Returns whether two values are equal; 1 equals 1.0.
private func same(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.integer(let left), .double(let right)), (.double(let right), .integer(let left)): Double(left) == right
    case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy(same)
    default: left == right
    }
}

extension Span<UInt8> {
    fileprivate var array: [UInt8] {
        var copy: [UInt8] = []
        for position in 0..<count { copy.append(self[position]) }
        return copy
    }
}

private enum Values {
    static let all: [JSON] = [
        .integer(18), .integer(-7), .integer(.max), .double(0.25), .double(1e30), .boolean(true), .string(""),
        .string(#"it's "$x" \ `"#),
        .string("a\nb\u{1}"), .array([.integer(1), .double(2.5)]), .array([]),
    ]
}
