import JSONCore
import SystemCore

/// The source files of the workspace.
struct WorkspaceFiles {
    /// The largest number of files that are read.
    private static let fileLimit = 20_000
    /// The size of the largest file that is read, in bytes.
    private static let sizeLimit: Int64 = 1 << 20
    /// The directories of build products and of packages; hidden directories are left out, too.
    private static let skipped: Set<String> = ["node_modules", "target", "build", "dist"]

    private let files: any FileSystem = KernelFileSystem()

    /// Passes each file that contains a text to `body`, with its content.
    func forEach(in roots: [String], containing text: String, _ body: (String, [UInt8]) -> Void) {
        var open = roots
        var count = 0
        let word = Array(text.utf8)
        while let directory = open.popLast() {
            for name in (try? files.names(in: directory)) ?? [] where name.utf8.first != UInt8(ascii: ".") {
                let path = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
                guard let status = try? files.status(of: path, followingLinks: false) else { continue }
                if status.kind == .directory, !WorkspaceFiles.skipped.contains(name) { open.append(path) }
                guard status.kind == .regular, status.size <= WorkspaceFiles.sizeLimit else { continue }
                count += 1
                guard count <= WorkspaceFiles.fileLimit else { return }
                if let bytes = try? files.open(path, [.read, .regular]).readWhole(), bytes.span.contains(word.span) {
                    body(path, bytes)
                }
            }
        }
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
