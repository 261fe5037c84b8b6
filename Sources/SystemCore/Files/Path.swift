/// Functions that use only the spelling of a path, not the file system.
package enum Path {
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// Returns the path of the directory that contains the last component of a path.
    ///
    /// If that directory is a symbolic link, the returned path refers to the link itself.
    package static func directory(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        var directory = Array(path.utf8[..<end])
        // After the name of a symbolic link, "/" or "/." would make the kernel follow the link.
        while directory.last == slash || directory.suffix(2) == [slash, dot] {
            directory.removeLast()
        }
        return directory.isEmpty ? "/" : String(decoding: directory, as: UTF8.self)
    }

    /// Returns the last component of a path: the part after the last slash.
    package static func name(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return path }
        return String(path[path.utf8.index(after: end)...])
    }

    /// Returns whether a path begins with a slash.
    ///
    /// `hasPrefix` would compare characters, and a slash followed by a combining accent is one character.
    package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

    /// Returns whether a path can only refer to a directory: it ends in a slash, in "." or in "..", or is empty.
    package static func namesDirectory(_ path: String) -> Bool {
        let name = path.utf8.split(separator: slash, omittingEmptySubsequences: false).last.map(Array.init) ?? []
        return name.allSatisfy { $0 == dot } && name.count < 3
    }
}
