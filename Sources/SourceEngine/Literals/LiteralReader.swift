import JSONCore

/// Reads a literal of a language.
struct LiteralReader {
    private static let depthLimit = 32

    private let language: SourceLanguage
    private var offset = 0
    private var depth = 0

    init(_ language: SourceLanguage) { self.language = language }

    /// Reads a text that has a literal only.
    mutating func read(_ text: Span<UInt8>) throws(LiteralFault) -> LiteralNode {
        skipSpace(text)
        if let plain = plainScalar(text) { return plain }
        let node = try node(text)
        skipSpace(text)
        guard offset == text.count else { throw .notLiteral }
        return node
    }

    private mutating func node(_ text: Span<UInt8>) throws(LiteralFault) -> LiteralNode {
        guard offset < text.count else { throw .notLiteral }
        let start = offset
        if let end = language.stringEnd(at: start, in: text) {
            offset = end
            let (form, string) = try StringForm.read(start..<end, in: text, language)
            return LiteralNode(range: start..<end, form: .string(form), value: language.value(ofText: string))
        }
        switch text[start] {
        case UInt8(ascii: "["): return try language == .swift ? swiftCollection(text) : array(text)
        case UInt8(ascii: "{"): return try object(text)
        default: break
        }
        while offset < text.count, text[offset].isTokenPart(after: offset > start ? text[offset - 1] : 0) {
            offset += 1
        }
        let token = start..<offset
        if let word = language.word(in: token, of: text) { return word }
        let (form, value) = try NumberForm.read(token, in: text, language)
        return LiteralNode(range: token, form: .number(form), value: value)
    }

    /// A scalar of YAML or of a shell without quotes, which is a text if it is nothing else.
    private mutating func plainScalar(_ text: Span<UInt8>) -> LiteralNode? {
        guard language == .yaml || language == .shell, offset < text.count else { return nil }
        let (start, range) = (offset, offset..<text.count)
        if let node = try? node(text), offset == text.count { return node }
        offset = start
        let special = (language == .yaml ? "[]{}&*!|>%@`\"'#" : "\"'`$\\").utf8
        let mayEnd = language == .yaml ? start + 1 : text.count
        guard !(start..<mayEnd).contains(where: { special.contains(text[$0]) }) else { return nil }
        offset = text.count
        return LiteralNode(range: range, form: .string(.plain), value: .string(String(decoding: text, range)))
    }

    private mutating func array(_ text: Span<UInt8>) throws(LiteralFault) -> LiteralNode {
        let start = offset
        let elements = try elements(text, UInt8(ascii: "]")) { (reader, text) throws(LiteralFault) in
            try reader.node(text)
        }
        return LiteralNode(range: start..<offset, form: .array(elements), value: .array(elements.map(\.value)))
    }

    private mutating func object(_ text: Span<UInt8>) throws(LiteralFault) -> LiteralNode {
        guard language.hasObjects else { throw .notLiteral }
        let start = offset
        return try LiteralNode(members: members(text, UInt8(ascii: "}")), start..<offset)
    }

    /// An array, or a dictionary with names, both between square brackets.
    private mutating func swiftCollection(_ text: Span<UInt8>) throws(LiteralFault) -> LiteralNode {
        let start = offset
        if StaticString("[:]").begins(at: offset, in: text) {
            offset += 3
            return LiteralNode(members: [], start..<offset)
        }
        let depth = depth
        if let list = try? members(text, UInt8(ascii: "]")), !list.isEmpty {
            return LiteralNode(members: list, start..<offset)
        }
        (offset, self.depth) = (start, depth)
        return try array(text)
    }

    private mutating func members(
        _ text: Span<UInt8>,
        _ close: UInt8
    ) throws(LiteralFault) -> [(name: String, node: LiteralNode)] {
        try elements(text, close) { (reader, text) throws(LiteralFault) in
            let name = try reader.name(text)
            reader.skipSpace(text)
            guard reader.offset < text.count, text[reader.offset] == UInt8(ascii: ":") else { throw .notLiteral }
            reader.offset += 1
            reader.skipSpace(text)
            return (name, try reader.node(text))
        }
    }

    private mutating func name(_ text: Span<UInt8>) throws(LiteralFault) -> String {
        let start = offset
        guard start < text.count else { throw .notLiteral }
        if let end = language.stringEnd(at: start, in: text) {
            offset = end
            return try StringForm.read(start..<end, in: text, language).text
        }
        guard language == .javaScript || language == .yaml else { throw .notLiteral }
        while offset < text.count, text[offset].isIdentifierPart { offset += 1 }
        guard offset > start else { throw .notLiteral }
        return String(decoding: text, start..<offset)
    }

    /// Reads what is between brackets, with commas between the elements.
    private mutating func elements<Element>(
        _ text: Span<UInt8>,
        _ close: UInt8,
        _ read: (inout LiteralReader, Span<UInt8>) throws(LiteralFault) -> Element
    ) throws(LiteralFault) -> [Element] {
        guard depth < LiteralReader.depthLimit else { throw .notLiteral }
        depth += 1
        defer { depth -= 1 }
        var elements: [Element] = []
        offset += 1
        while true {
            skipSpace(text)
            guard offset < text.count else { throw .notLiteral }
            // A comma after the last element is allowed, except in JSON.
            if text[offset] == close, elements.isEmpty || language != .json { break }
            elements.append(try read(&self, text))
            skipSpace(text)
            guard offset < text.count else { throw .notLiteral }
            if text[offset] == close { break }
            guard text[offset] == UInt8(ascii: ",") else { throw .notLiteral }
            offset += 1
        }
        offset += 1
        return elements
    }

    private mutating func skipSpace(_ text: Span<UInt8>) {
        while offset < text.count {
            if text[offset].isWhiteSpace {
                offset += 1
            } else if let end = language.commentEnd(at: offset, in: text) {
                offset = end
            } else {
                return
            }
        }
    }
}

extension LiteralNode {
    fileprivate init(members: [(name: String, node: LiteralNode)], _ range: Range<Int>) {
        var object = JSONObject()
        for member in members { object[member.name] = member.node.value }
        self.init(range: range, form: .object(members), value: .object(object))
    }
}

extension SourceLanguage {
    /// Whether `{` begins an object.
    fileprivate var hasObjects: Bool { self == .json || self == .yaml || self == .javaScript || self == .python }

    /// Returns the node of a word such as `true`; nil for another word.
    fileprivate func word(in range: Range<Int>, of text: Span<UInt8>) -> LiteralNode? {
        let word = String(decoding: text, range)
        let words = words
        let plain = self == .yaml || self == .c ? word.lowercased() : word
        let node = { (form: LiteralNode.Form, value: JSON) in LiteralNode(range: range, form: form, value: value) }
        switch plain {
        case words.yes: return node(.boolean(true), .boolean(true))
        case words.no: return node(.boolean(false), .boolean(false))
        case words.none: return node(.null, .null)
        default: return nil
        }
    }

    /// Returns the value of a text: in a shell, JSON is the value that it expresses.
    fileprivate func value(ofText text: String) -> JSON {
        guard self == .shell else { return .string(text) }
        return (try? JSON.parse(text.utf8.span)) ?? .string(text)
    }
}

extension UInt8 {
    /// Whether the byte continues a number or a word.
    fileprivate func isTokenPart(after previous: UInt8) -> Bool {
        isIdentifierPart || self == UInt8(ascii: ".") || self == UInt8(ascii: "'")
            || (self == UInt8(ascii: "-") || self == UInt8(ascii: "+"))
                && (previous == 0 || previous | 0x20 == UInt8(ascii: "e"))
    }
}
