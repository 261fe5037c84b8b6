import SourceEngine
import SystemCore

/// The source files in a directory and in the directories in it.
package enum SourceTree {
    /// The largest source file that is read, in bytes.
    package static let fileLimit: Int64 = 1 << 20
    /// The largest number of files and directories that are visited.
    package static let countLimit = 100_000

    /// Directories with the output of tools, and with code of others.
    private static let skipped: Set<String> = ["node_modules", "build", "target", "dist", "vendor", "__pycache__"]

    /// Calls a closure with the path of each source file, in the order of the names.
    ///
    /// Hidden files, links, large files, and directories with the output of tools are left out, and files of unknown
    /// languages unless `ofAllLanguages`. A file given by its own path is never left out.
    ///
    /// - Returns: Whether all were visited; false if there are more than ``countLimit``.
    package static func forEachFile<Fault: Error>(
        in path: String,
        ofAllLanguages: Bool = false,
        _ body: (String) throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        guard let status = try? Kernel.status(of: path), status.kind == .directory else {
            try body(path)
            return true
        }
        // The last one is next.
        var open = [path]
        var count = 0
        while let directory = open.popLast() {
            var directories: [String] = []
            // A directory without permission has nothing to read.
            for name in (try? Kernel.names(in: directory)) ?? [] where name.utf8.first != UInt8(ascii: ".") {
                count += 1
                guard count <= countLimit else { return false }
                let separator = directory.utf8.last == UInt8(ascii: "/") ? "" : "/"
                let child = directory == "." ? name : directory + separator + name
                guard let status = try? Kernel.status(of: child, followingLinks: false) else { continue }
                switch status.kind {
                case .directory: if !skipped.contains(name) { directories.append(child) }
                case .regular:
                    let isKnown = ofAllLanguages || SourceLanguage(path: name) != .other
                    guard status.size <= fileLimit, isKnown else { continue }
                    try body(child)
                case .symbolicLink, .socket, .other: break
                }
            }
            open += directories.reversed()
        }
        return true
    }
}
