/// What a path says by its spelling alone.
package enum Path {
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// The folder that the last part of a path is in, spelt so that it is seen itself and not what it may link to.
    package static func folder(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        var folder = Array(path.utf8[..<end])
        // Behind a link's name, these would be what it leads to.
        while folder.last == slash || folder.suffix(2) == [slash, dot] {
            folder.removeLast()
        }
        return folder.isEmpty ? "/" : String(decoding: folder, as: UTF8.self)
    }

    /// The last part of a path: what is behind its last slash.
    package static func name(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return path }
        return String(path[path.utf8.index(after: end)...])
    }

    /// Whether a path begins at the root.
    ///
    /// `hasPrefix` compares characters: a slash and an accent behind it are one.
    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

    /// Whether a path can only be a folder's: it ends in a slash, in "." or in "..".
    package static func namesFolder(_ path: String) -> Bool {
        let name = path.utf8.split(separator: slash, omittingEmptySubsequences: false).last.map(Array.init) ?? []
        return name.allSatisfy { $0 == dot } && name.count < 3
    }
}
