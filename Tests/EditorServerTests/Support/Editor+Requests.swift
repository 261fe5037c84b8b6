import JSONCore

extension Editor {
    private static var document: JSON { ["uri": .string(uri)] }

    /// The parameters with a position of the document.
    static func at(_ line: Int64, _ character: Int64) -> JSON {
        ["textDocument": document, "position": ["line": .integer(line), "character": .integer(character)]]
    }

    /// The parameters with a range of the document.
    static func range(_ start: (Int64, Int64), _ end: (Int64, Int64)) -> JSON {
        ["textDocument": document, "range": span(start, end)]
    }

    /// A range.
    static func span(_ start: (Int64, Int64), _ end: (Int64, Int64)) -> JSON {
        [
            "start": ["line": .integer(start.0), "character": .integer(start.1)],
            "end": ["line": .integer(end.0), "character": .integer(end.1)],
        ]
    }

    /// Returns the elements of a result; an empty array if it is none.
    func elements(_ method: String, _ params: JSON) -> [JSON] {
        guard case .array(let elements)? = result(method, params) else { return [] }
        return elements
    }
}
