/// The names of files that lie beside a file and are named after it: its name and an ending.
///
/// A long name is cut and gets its hash, so that the file system takes it with the ending, and two long names stay different.
package enum CompanionName {
    /// The most bytes of a name that Linux takes.
    private static let longest = 255

    /// Returns the path beside a file with an ending behind the file's name.
    package static func path(beside path: String, ending: String) -> String {
        let folder = Substring(path.utf8.dropLast(Path.name(of: path).utf8.count))
        return "\(folder)\(stem(of: path, atMost: longest - ending.utf8.count))\(ending)"
    }

    /// Returns the name of a file, cut to so many bytes.
    package static func stem(of path: String, atMost most: Int) -> String {
        let name = Path.name(of: path)
        let bytes = RawText(path: name).bytes
        guard bytes.count > most else { return name }
        let hash = "~\(String(ContentHash.of(bytes), radix: 16))"
        var count = most - hash.utf8.count
        // Not inside of a character: some file systems take only UTF-8.
        while count > 0, isContinuation(bytes[count]) { count -= 1 }
        return RawText(bytes: bytes.prefix(count) + Array(hash.utf8)).path
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
