import JSONCore

/// Writes literals in the style of a literal of the same text.
struct LiteralWriter {
    private typealias Edit = (range: Range<Int>, text: [UInt8])

    private let language: SourceLanguage
    /// The text of the old literal.
    private let old: [UInt8]

    init(_ language: SourceLanguage, _ old: [UInt8]) { (self.language, self.old) = (language, old) }

    /// Returns the whole text with a value in place of a node.
    func text(of value: JSON, like node: LiteralNode) throws(LiteralFault) -> [UInt8] {
        if value.kind != node.value.kind, node.value.kind != .null {
            throw .otherKind(literal: node.value.kind, value: value.kind)
        }
        var text = old
        for edit in try edits(of: node, to: value).reversed() { text.replaceSubrange(edit.range, with: edit.text) }
        return text
    }

    /// Returns the changes that give a node another value, in the order of the text.
    private func edits(of node: LiteralNode, to value: JSON) throws(LiteralFault) -> [Edit] {
        switch (node.form, value) {
        case (.array(let nodes), .array(let elements)) where nodes.count == elements.count:
            var edits: [Edit] = []
            for (node, element) in zip(nodes, elements) { edits += try self.edits(of: node, to: element) }
            return edits
        case (.object(let nodes), .object(let members)) where nodes.hasNames(of: members):
            var edits: [Edit] = []
            for (name, node) in nodes { edits += try self.edits(of: node, to: members[name] ?? .null) }
            return edits
        case (.number(let form), .integer), (.number(let form), .double):
            return [(node.range, try expressible(form.text(of: value)))]
        case (.string(let form), _) where language == .shell:
            return [(node.range, try expressible(form.text(of: shellText(of: value), language)))]
        case (.string(let form), .string(let text)):
            return [(node.range, try expressible(form.text(of: text, language)))]
        case (.boolean, .boolean(let isTrue)):
            return [(node.range, like(Array(old[node.range]), isTrue ? language.words.yes : language.words.no))]
        default:
            return [(node.range, try fresh(value, like: node.form.firstElement))]
        }
    }

    /// Returns the text of a value in a shell: a text that is JSON, such as `12`, needs the quotes of JSON.
    private func shellText(of value: JSON) -> String {
        if case .string(let text) = value, (try? JSON.parse(text.utf8.span)) == nil { return text }
        return (try? value.written()) ?? ""
    }

    /// Returns a word with the capitals of another: `TRUE` for `FALSE`.
    private func like(_ old: [UInt8], _ word: String) -> [UInt8] {
        let isUpper = { (byte: UInt8) in byte &- UInt8(ascii: "A") < 26 }
        guard let first = old.first, isUpper(first) else { return Array(word.utf8) }
        return Array(old.dropFirst().allSatisfy(isUpper) ? word.uppercased().utf8 : word.capitalizedFirst.utf8)
    }

    /// Returns a value in the usual style of the language; an element of an array is written like its first one.
    private func fresh(_ value: JSON, like node: LiteralNode? = nil) throws(LiteralFault) -> [UInt8] {
        switch value {
        case .null: return Array(language.words.none.utf8)
        case .boolean(let isTrue): return Array((isTrue ? language.words.yes : language.words.no).utf8)
        case .integer, .double:
            if case .number(let form)? = node?.form, let text = form.text(of: value) { return text }
            return Array(((try? value.written()) ?? "").utf8)
        case .string(let text):
            if case .string(let form)? = node?.form { return try expressible(form.text(of: text, language)) }
            return try expressible(StringForm.quoted(UInt8(ascii: "\"")).text(of: text, language))
        case .array(let elements):
            guard language != .c, language != .lua else { throw .inexpressible }
            var texts: [[UInt8]] = []
            for element in elements { texts.append(try fresh(element, like: node)) }
            return Array("[".utf8) + texts.joined(separator: Array(", ".utf8)) + Array("]".utf8)
        case .object(let object): return try freshObject(object)
        }
    }

    private func freshObject(_ object: JSONObject) throws(LiteralFault) -> [UInt8] {
        let brackets: (open: String, close: String, empty: String)
        switch language {
        case .swift: brackets = ("[", "]", "[:]")
        case .json, .yaml, .javaScript, .python: brackets = ("{", "}", "{}")
        case .c, .dart, .ruby, .lua, .shell, .other: throw .inexpressible
        }
        guard !object.isEmpty else { return Array(brackets.empty.utf8) }
        var texts: [[UInt8]] = []
        for member in object.members {
            texts.append(try fresh(.string(member.name)) + Array(": ".utf8) + fresh(member.value))
        }
        return Array(brackets.open.utf8) + texts.joined(separator: Array(", ".utf8)) + Array(brackets.close.utf8)
    }

    private func expressible(_ text: [UInt8]?) throws(LiteralFault) -> [UInt8] {
        guard let text else { throw .inexpressible }
        return text
    }
}

extension [(name: String, node: LiteralNode)] {
    /// Returns whether an object has exactly these names, each once.
    fileprivate func hasNames(of object: JSONObject) -> Bool {
        count == object.count && allSatisfy { object[$0.name] != nil }
    }
}

extension LiteralNode.Form {
    /// The first element of an array.
    fileprivate var firstElement: LiteralNode? {
        if case .array(let nodes) = self { nodes.first } else { nil }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
