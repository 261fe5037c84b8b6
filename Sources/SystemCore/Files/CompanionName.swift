/// The names of files that are stored next to another file: the name of that file, and an ending.
///
/// A long name is cut, so that the name with the ending is not longer than the file system allows. A hash then
/// distinguishes long names with the same beginning.
package enum CompanionName {
    /// The limit of Linux for the bytes of a file name.
    private static let limit = 255

    /// Returns the path of the file next to `path` whose name ends with `ending`.
    package static func path(beside path: String, ending: String) -> String {
        let directory = Substring(path.utf8.dropLast(Path.name(of: path).utf8.count))
        return "\(directory)\(stem(of: path, atMost: limit - ending.utf8.count))\(ending)"
    }

    /// Returns the name of a file, cut to at most `most` bytes.
    package static func stem(of path: String, atMost most: Int) -> String {
        let name = Path.name(of: path)
        let bytes = RawText(path: name).bytes
        guard bytes.count > most else { return name }
        let hash = "~\(String(ContentHash.of(bytes), radix: 16))"
        var count = most - hash.utf8.count
        // Do not cut inside a character: some file systems accept only UTF-8.
        while count > 0, isContinuation(bytes[count]) { count -= 1 }
        return RawText(bytes: bytes.prefix(count) + Array(hash.utf8)).path
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
