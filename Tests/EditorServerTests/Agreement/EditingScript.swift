import JSONCore

/// Changes and positions from the bytes of a script, in the server and in ``PlainDocument``.
struct EditingScript {
    private static let pieces = [
        "", "\n", "\r", "\r\n", "ä", "😀", " ", "# ", "\"", "'", ", ", ")", "x", "\u{301}",
        #"tuner.get("ui.radius", 0x0C)"#, #"tuner.get("ui.name", 'ä')"#, ##"tuner.get("ui.tint", "#FF8000")"##,
        "{", "}", #""ui": {"#, #""radius": 12,"#, #""ui.name": "x""#, "ui:\n  radius: 12\n", "ui.on: no\n",
        "ui.list: [1, 2]",
        #"tunerctl get ui.radius"#, #"@Tunable("ui.radius", default: 1_000) var r"#, "\"\"\"", "/*", "\\", ":",
        #"tuner.get("ui.list", [1, 2])"#, #"tuner.get("ui.on", False)"#, #"tuner.get("ui.other", 1)"#, #""ui.radius""#,
    ]

    private static let names = [
        "a.py", "a.swift", "run.sh", "tunables.json", "tunables.yaml", "a.lua", "a.c", "a.js", "a",
    ]

    /// The largest number of changes: a fuzzer tries long scripts.
    private static let stepLimit = 16

    private let bytes: [UInt8]
    private var name = ""
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Runs the script, and returns what differs; nil if nothing does.
    mutating func difference() -> String? {
        name = EditingScript.names[next() % EditingScript.names.count]
        var document = PlainDocument(isUTF8: next() % 2 == 0, text: piece())
        let editor = editor(of: document)
        for _ in 0..<EditingScript.stepLimit where index < bytes.count {
            editor.change((0...next() % 3).map { _ in change(&document) })
            let (line, column) = position()
            let fresh = self.editor(of: document)
            let (changed, new) = (editor.results(line: line, column: column), fresh.results(line: line, column: column))
            if let feature = changed.indices.first(where: { changed[$0] != new[$0] }) {
                return "feature \(feature) of \(name) at \(line):\(column) of \(document.text.debugDescription): "
                    + "\((try? changed[feature].written()) ?? "") is not \((try? new[feature].written()) ?? "")"
            }
        }
        return bakingDifference(document)
    }

    /// Accepts all hints, and returns what is wrong if the live values are not the defaults then.
    private func bakingDifference(_ document: PlainDocument) -> String? {
        let edits = editor(of: document).hintEdits
        var baked = document
        for edit in edits.reversed() {
            guard case .string(let text)? = edit["newText"] else { return "an edit without a text" }
            baked.replace(from: at(edit, "start"), to: at(edit, "end"), with: text)
        }
        let rest = editor(of: baked).hintEdits
        return rest.isEmpty ? nil : "after all hints of \(name) \(document.text), \(baked.text) still has hints"
    }

    private func editor(of document: PlainDocument) -> PlainEditor {
        PlainEditor(name, isUTF8: document.isUTF8, text: document.text)
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
