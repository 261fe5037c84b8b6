/// A pattern for the paths of files: `*` matches a part of a name, `**` matches directories.
///
/// A pattern without a slash is compared with the name of a file in any directory.
struct PathPattern: Sendable {
    private let parts: [[UInt8]]

    init(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        self.parts = text.utf8.contains(UInt8(ascii: "/")) ? parts : [Array("**".utf8)] + parts
    }

    /// Returns whether a path, relative to the project's directory, matches.
    func matches(_ path: String) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        return PathPattern.matches(parts[...], names[...])
    }

    private static func matches(_ parts: ArraySlice<[UInt8]>, _ names: ArraySlice<[UInt8]>) -> Bool {
        guard let part = parts.first else { return names.isEmpty }
        if part == Array("**".utf8) {
            return matches(parts.dropFirst(), names) || !names.isEmpty && matches(parts, names.dropFirst())
        }
        guard let name = names.first, matchesName(part[...], name[...]) else { return false }
        return matches(parts.dropFirst(), names.dropFirst())
    }

    private static func matchesName(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        guard let star = pattern.firstIndex(of: UInt8(ascii: "*")) else { return pattern == name }
        guard name.starts(with: pattern[..<star]) else { return false }
        let rest = pattern[(star + 1)...]
        var tail = name.dropFirst(star - pattern.startIndex)
        while true {
            if matchesName(rest, tail) { return true }
            guard !tail.isEmpty else { return false }
            tail = tail.dropFirst()
        }
    }
}
