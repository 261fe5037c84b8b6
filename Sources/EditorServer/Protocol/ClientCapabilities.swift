import JSONCore

/// What a client supports, as far as the server adapts to it.
struct ClientCapabilities {
    private let json: JSON

    init(_ json: JSON = .null) { self.json = json }

    /// Whether the client supports positions in UTF-8.
    var supportsUTF8: Bool { list("general", "positionEncodings").contains("utf-8") }

    var refreshesInlayHints: Bool { flag("workspace", "inlayHint", "refreshSupport") }

    var refreshesCodeLenses: Bool { flag("workspace", "codeLens", "refreshSupport") }

    /// Whether the client renders Markdown in a hover.
    var rendersMarkdown: Bool { list("textDocument", "hover", "contentFormat").contains("markdown") }

    private func flag(_ path: String...) -> Bool { json.member(at: path) == true }

    private func list(_ path: String...) -> [JSON] {
        guard case .array(let elements)? = json.member(at: path) else { return [] }
        return elements
    }
}
