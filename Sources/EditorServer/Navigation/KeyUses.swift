import SourceEngine

/// The uses of one key in the open documents and in the files of the workspace.
struct KeyUses {
    unowned let state: EditorState

    /// Passes each document with a use of the key to `body`: with its open content, or as it is on disk.
    func forEachDocument(using key: String, _ body: (OpenDocument, [KeyUse]) -> Void) {
        var visited: Set<DocumentURI> = []
        func visit(_ document: OpenDocument) {
            let uses = document.uses.filter { $0.key == key }
            if !uses.isEmpty { body(document, uses) }
        }
        for document in state.documents.all.sorted(by: { $0.uri.text < $1.uri.text }) {
            // An editor may escape other characters of a path.
            visited.insert(document.uri.path.map { DocumentURI(path: $0) } ?? document.uri)
            visit(document)
        }
        WorkspaceFiles().forEach(in: state.roots, containing: key) { path, bytes in
            let uri = DocumentURI(path: path)
            guard visited.insert(uri).inserted else { return }
            visit(OpenDocument(uri, bytes, state.projects.project(of: uri).reader))
        }
    }

    /// Returns the places of a key, of those uses that meet a condition.
    func locations(of key: String, where isWanted: (OpenDocument, KeyUse) -> Bool) -> [LocationRecord] {
        var locations: [LocationRecord] = []
        forEachDocument(using: key) { document, uses in
            for use in uses where isWanted(document, use) {
                var location = LocationRecord()
                (location.uri, location.range) = (document.uri.text, document.record(use.keyRange, state.encoding))
                locations.append(location)
            }
        }
        return locations
    }
}
