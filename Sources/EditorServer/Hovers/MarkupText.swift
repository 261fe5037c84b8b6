import JSONCore

/// A text with paragraphs and lists, in Markdown or without markup.
struct MarkupText {
    private let isMarkdown: Bool
    private var text = ""

    init(isMarkdown: Bool) { self.isMarkdown = isMarkdown }

    var record: MarkupRecord {
        var record = MarkupRecord()
        (record.kind, record.value) = (isMarkdown ? "markdown" : "plaintext", text)
        return record
    }

    /// Begins the text with a key and its value.
    mutating func addTitle(_ key: String, _ value: String, _ remark: String) {
        text += "\(isMarkdown ? "**\(escaped(key))**" : key) = \(code(value)) (\(escaped(remark)))\n"
    }

    mutating func addParagraph(_ line: String) { text += "\n\(escaped(line))\n" }

    /// Adds a list; nothing if it is empty.
    mutating func addList(_ items: [String]) {
        guard !items.isEmpty else { return }
        text += "\n" + items.map { "- \($0)\n" }.joined()
    }

    /// Adds a text in which white space matters.
    mutating func addBlock(_ block: String) {
        text += isMarkdown ? "\n```json\n\(block)\n```\n" : "\n\(block)\n"
    }

    /// Returns a value in the form of code.
    func code(_ value: String) -> String {
        guard isMarkdown else { return value }
        return value.contains("`") ? "`` \(value) ``" : "`\(value)`"
    }

    /// Returns a plain text, with its marks escaped.
    func escaped(_ plain: String) -> String {
        guard isMarkdown else { return plain.shownWhole }
        var escaped = ""
        for character in plain.shownWhole.unicodeScalars {
            if #"\`*_{}[]<>#|~&!"#.unicodeScalars.contains(character) { escaped += "\\" }
            escaped.unicodeScalars.append(character)
        }
        return escaped
    }
}
