import JSONCore

/// Changes and positions from the bytes of a script, in the server and in ``PlainDocument``.
struct EditingScript {
    private static let pieces = [
        "", "\n", "\r", "\r\n", "ä", "😀", " ", "# ", "\"", "'", ", ", ")", "x", "\u{301}",
        #"tuner.get("ui.radius", 0x0C)"#, #"tuner.get("ui.name", 'ä')"#, ##"tuner.get("ui.tint", "#FF8000")"##,
        #"tuner.get("ui.list", [1, 2])"#, #"tuner.get("ui.on", False)"#, #"tuner.get("ui.other", 1)"#, #""ui.radius""#,
    ]

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Runs the script, and returns what differs; nil if nothing does.
    mutating func difference() -> String? {
        var document = PlainDocument(isUTF8: next() % 2 == 0, text: piece())
        let editor = PlainEditor(isUTF8: document.isUTF8, text: document.text)
        while index < bytes.count {
            editor.change((0...next() % 3).map { _ in change(&document) })
            let (line, column) = position()
            let fresh = PlainEditor(isUTF8: document.isUTF8, text: document.text)
            let (changed, new) = (editor.results(line: line, column: column), fresh.results(line: line, column: column))
            if let feature = changed.indices.first(where: { changed[$0] != new[$0] }) {
                return "feature \(feature) at \(line):\(column) of \(document.text.debugDescription): "
                    + "\((try? changed[feature].written()) ?? "") is not \((try? new[feature].written()) ?? "")"
            }
        }
        return bakingDifference(document)
    }

    /// Accepts all hints, and returns what is wrong if the live values are not the defaults then.
    private func bakingDifference(_ document: PlainDocument) -> String? {
        let edits = PlainEditor(isUTF8: document.isUTF8, text: document.text).hintEdits
        var baked = document
        for edit in edits.reversed() {
            guard case .string(let text)? = edit["newText"] else { return "an edit without a text" }
            baked.replace(from: at(edit, "start"), to: at(edit, "end"), with: text)
        }
        let rest = PlainEditor(isUTF8: document.isUTF8, text: baked.text).hintEdits
        return rest.isEmpty ? nil : "after all hints of \(document.text), \(baked.text) still has hints"
    }

    private func at(_ edit: JSON, _ end: String) -> (line: Int, column: Int) {
        func number(_ name: String) -> Int {
            if case .integer(let number)? = edit["range"]?[end]?[name] { Int(number) } else { 0 }
        }
        return (number("line"), number("character"))
    }

    private mutating func change(_ document: inout PlainDocument) -> JSON {
        let text = piece()
        guard next() % 8 > 0 else {
            document = PlainDocument(isUTF8: document.isUTF8, text: text)
            return ["text": .string(text)]
        }
        let (start, end) = (position(), position())
        document.replace(from: start, to: end, with: text)
        func record(_ position: (line: Int, column: Int)) -> JSON {
            ["line": .integer(Int64(position.line)), "character": .integer(Int64(position.column))]
        }
        return ["range": ["start": record(start), "end": record(end)], "text": .string(text)]
    }

    private mutating func position() -> (line: Int, column: Int) { (next() % 6, next() % 48) }

    private mutating func piece() -> String { EditingScript.pieces[next() % EditingScript.pieces.count] }

    private mutating func next() -> Int {
        guard index < bytes.count else { return 0 }
        index += 1
        return Int(bytes[index - 1])
    }
}
