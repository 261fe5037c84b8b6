import JSONCore
import SourceEngine
import SourceFiles
import SystemCore

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
        for root in state.roots {
            _ = SourceTree.forEachFile(in: root, ofAllLanguages: true) { path in
                let uri = DocumentURI(path: path)
                guard let bytes = KeyUses.content(of: path, with: key), visited.insert(uri).inserted else { return }
                visit(OpenDocument(uri, bytes, state.projects.project(of: uri).reader))
            }
        }
    }

    /// Returns the bytes of a file that contains a key, at least the last name of its path, as an editor has them.
    ///
    /// An editor removes a byte order mark. A file that is not UTF-8 is left out: editors show other characters in it.
    private static func content(of path: String, with key: String) -> [UInt8]? {
        let name = key.split(separator: ".").last.map { Array($0.utf8) } ?? []
        guard let bytes = try? KernelFile(try Kernel.open(path, [.read, .regular])).readWhole(),
            bytes.span.contains(name.span), String(validating: bytes, as: UTF8.self) != nil
        else { return nil }
        return Array(bytes.dropFirst(bytes.span.markEnd))
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

extension Span<UInt8> {
    /// Returns whether the bytes contain a word.
    fileprivate func contains(_ word: Span<UInt8>) -> Bool {
        guard word.count > 0, count >= word.count else { return false }
        let first = word[0]
        for start in 0...count - word.count where self[start] == first {
            if extracting(start..<start + word.count).hasSameBytes(as: word) { return true }
        }
        return false
    }
}
