import SourceEngine

/// The open documents.
final class DocumentStore {
    /// The largest number of keys that the server subscribes to.
    private static let maxKeys = 16_384

    private var documents: [DocumentURI: OpenDocument] = [:]
    private var changed: Set<DocumentURI> = []
    private var hasKeyChange = false
    private var wanted = WantedKeys()

    var all: [OpenDocument] { Array(documents.values) }

    /// Whether an open document has a use of a key.
    var showsKeys: Bool { !wanted.keys.isEmpty }

    subscript(uri: String) -> OpenDocument? { documents[DocumentURI(uri)] }

    func open(_ document: OpenDocument) {
        documents[document.uri] = document
        noteChange(of: document.uri)
    }

    func close(_ uri: DocumentURI) {
        documents[uri] = nil
        noteChange(of: uri)
    }

    /// Records that a document was opened, changed or closed.
    func noteChange(of uri: DocumentURI) {
        changed.insert(uri)
        hasKeyChange = true
    }

    /// Returns the documents that were opened or changed since the last call.
    func takeChanged() -> [OpenDocument] {
        guard !changed.isEmpty else { return [] }
        defer { changed = [] }
        return changed.compactMap { documents[$0] }
    }

    /// Returns whether the set of keys may have changed since the last call, and computes it.
    func takeKeyChange() -> Bool {
        guard hasKeyChange else { return false }
        hasKeyChange = false
        let before = wanted
        wanted = WantedKeys(documents.values, limit: DocumentStore.maxKeys)
        return wanted != before
    }

    var wantedKeys: WantedKeys { wanted }
}
