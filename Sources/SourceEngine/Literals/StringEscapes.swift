/// The escapes and interpolations between the quotes of a language.
struct StringEscapes {
    private let language: SourceLanguage
    private let quote: UInt8
    private static let backslash = UInt8(ascii: "\\")

    init(_ language: SourceLanguage, quote: UInt8) { (self.language, self.quote) = (language, quote) }

    /// Whether a backslash has no meaning.
    private var isPlain: Bool { quote == UInt8(ascii: "'") && language.hasPlainSingleQuotes }

    /// Returns whether a part of the content is replaced by a value when the program runs.
    func interpolates(_ content: [UInt8]) -> Bool {
        guard !isPlain else { return false }
        var isEscaped = false
        for (index, byte) in content.enumerated() {
            let next = index + 1 < content.count ? content[index + 1] : 0
            if isEscaped {
                isEscaped = false
            } else if byte == StringEscapes.backslash {
                isEscaped = true
            } else if isInterpolation(byte, next) {
                return true
            }
        }
        return false
    }

    private func isInterpolation(_ byte: UInt8, _ next: UInt8) -> Bool {
        let opensBrace = next == UInt8(ascii: "{")
        switch language {
        case .javaScript: return quote == UInt8(ascii: "`") && byte == UInt8(ascii: "$") && opensBrace
        // Ruby, and Perl, Julia, Tcl and others with variables in strings.
        case .ruby:
            let isVariable = byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%")
            return quote == UInt8(ascii: "\"") && (byte == UInt8(ascii: "#") && opensBrace || isVariable)
        // Kotlin, Dart, Groovy and PHP.
        case .c, .dart: return byte == UInt8(ascii: "$") && (opensBrace || next.isIdentifierPart && !next.isDigit)
        case .shell: return byte == UInt8(ascii: "$") || byte == UInt8(ascii: "`")
        case .swift, .python, .lua, .json, .yaml, .other: return false
        }
    }

    // MARK: Reading

    /// Returns the text that the content means; nil if it has an escape that is not read here.
    func resolved(_ content: [UInt8]) -> [UInt8]? {
        if isPlain { return language == .yaml ? content.withoutDoubledQuotes : content }
        var bytes: [UInt8] = []
        var rest = content[...]
        while let byte = rest.popFirst() {
            guard byte == StringEscapes.backslash else {
                bytes.append(byte)
                continue
            }
            guard let letter = rest.popFirst(), let escaped = resolved(letter, &rest) else { return nil }
            bytes += escaped
        }
        return bytes
    }

    private func resolved(_ letter: UInt8, _ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        switch letter {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "/"),
            UInt8(ascii: "$"):
            return [letter]
        case UInt8(ascii: "n") where language != .shell: return [0x0A]
        case UInt8(ascii: "t") where language != .shell: return [0x09]
        case UInt8(ascii: "r") where language != .shell: return [0x0D]
        case UInt8(ascii: "u") where language != .shell: return unicode(&rest)
        default: return nil
        }
    }

    /// Reads the digits of `\u0041` or `\u{41}`.
    private func unicode(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        let digits: ArraySlice<UInt8>
        if rest.first == UInt8(ascii: "{") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
            digits = rest[(rest.startIndex + 1)..<end]
            rest = rest[(end + 1)...]
        } else {
            digits = rest.prefix(4)
            guard digits.count == 4, language != .swift else { return nil }
            rest = rest.dropFirst(4)
        }
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        return number.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
    }

    // MARK: Writing

    /// Returns the content that means a text; nil if the quotes cannot contain it.
    func escaped(_ text: [UInt8]) -> [UInt8]? {
        // A reader of the source would see other text than the program has.
        guard !text.hasDirectionControls else { return nil }
        guard !isPlain else {
            guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
            guard text.contains(quote) else { return text }
            return language == .yaml ? text.flatMap { $0 == quote ? [$0, $0] : [$0] } : nil
        }
        var content: [UInt8] = []
        for (index, byte) in text.enumerated() {
            let next = index + 1 < text.count ? text[index + 1] : 0
            if byte == quote || byte == StringEscapes.backslash || isInterpolation(byte, next) {
                guard mayEscape(byte) else { return nil }
                content += [StringEscapes.backslash, byte]
            } else if byte < 0x20 || byte == 0x7F {
                guard let escape = control(byte) else { return nil }
                content += escape
            } else {
                content.append(byte)
            }
        }
        return content
    }

    /// Returns whether a backslash before a byte means this byte, and nothing else.
    private func mayEscape(_ byte: UInt8) -> Bool {
        byte == quote || byte == StringEscapes.backslash || language == .shell || language == .javaScript
    }

    private func control(_ byte: UInt8) -> [UInt8]? {
        switch byte {
        case _ where language == .shell: return nil
        case 0x0A: return Array(#"\n"#.utf8)
        case 0x09: return Array(#"\t"#.utf8)
        case 0x0D: return Array(#"\r"#.utf8)
        default: break
        }
        let digits = String(byte, radix: 16)
        switch language {
        case .swift: return Array("\\u{\(digits)}".utf8)
        case .json, .javaScript, .python, .yaml:
            return Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
        case .c, .dart, .ruby, .lua, .shell, .other: return nil
        }
    }
}

extension [UInt8] {
    /// Whether the UTF-8 has a character that changes the direction of the text after it.
    fileprivate var hasDirectionControls: Bool {
        String(decoding: self, as: UTF8.self).unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    /// The text between single quotes of YAML, in which two quotes mean one.
    fileprivate var withoutDoubledQuotes: [UInt8] {
        var bytes: [UInt8] = []
        var isSecond = false
        for byte in self {
            let isQuote = byte == UInt8(ascii: "'")
            if !(isQuote && isSecond) { bytes.append(byte) }
            isSecond = isQuote && !isSecond
        }
        return bytes
    }
}
