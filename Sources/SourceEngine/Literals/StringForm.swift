import JSONCore

/// The quotes of a string in a source text.
enum StringForm: Sendable {
    case quoted(UInt8)
    /// A word or a scalar without quotes.
    case plain

    /// Reads a string with its quotes; throws if it has several lines or an interpolation.
    static func read(
        _ range: Range<Int>,
        in text: Span<UInt8>,
        _ language: SourceLanguage
    ) throws(LiteralFault) -> (form: StringForm, text: String) {
        let quote = text[range.lowerBound]
        let content = text.extracting(range.lowerBound + 1..<range.upperBound - 1).array
        guard !(language.hasTripleQuotes && content.count > 1 && content.prefix(2) == [quote, quote]) else {
            throw .notLiteral
        }
        let escapes = StringEscapes(language, quote: quote)
        guard let bytes = escapes.resolved(content), !escapes.interpolates(content) else { throw .notLiteral }
        return (.quoted(quote), String(decoding: bytes, as: UTF8.self))
    }

    /// Returns a string in this form; nil if the form cannot express it.
    func text(of value: String, _ language: SourceLanguage) -> [UInt8]? {
        let bytes = Array(value.utf8)
        switch self {
        case .plain where language.canBePlain(bytes): return bytes
        case .plain: return StringForm.quoted(UInt8(ascii: language == .shell ? "'" : "\"")).text(of: value, language)
        case .quoted(let quote):
            let escapes = StringEscapes(language, quote: quote)
            guard let content = escapes.escaped(bytes), !escapes.interpolates(content) else { return nil }
            return [quote] + content + [quote]
        }
    }
}

extension SourceLanguage {
    /// Returns whether a text needs no quotes: it must not look like another value.
    fileprivate func canBePlain(_ bytes: [UInt8]) -> Bool {
        let isWord = { (byte: UInt8) in
            byte.isIdentifierPart && byte != UInt8(ascii: "$") || ".-/".utf8.contains(byte)
        }
        let inner = self == .yaml ? bytes.allSatisfy { isWord($0) || $0 == 0x20 } : bytes.allSatisfy(isWord)
        guard inner, let first = bytes.first, first.isIdentifierPart, !first.isDigit, bytes.last != 0x20 else {
            return false
        }
        let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
        return !words.contains(String(decoding: bytes, as: UTF8.self).lowercased())
    }
}
