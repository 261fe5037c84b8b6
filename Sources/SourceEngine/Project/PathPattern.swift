/// A pattern for the paths of files: `*` matches a part of a name, `**` matches directories.
///
/// A pattern without a slash is compared with the name of a file in any directory.
struct PathPattern: Sendable {
    private let parts: [[UInt8]]

    init(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        self.parts = text.utf8.contains(UInt8(ascii: "/")) ? parts : [PathPattern.anyDirectories] + parts
    }

    /// Returns whether a path, relative to the project's directory, matches.
    func matches(_ path: String) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        return PathPattern.matches(parts, names, star: PathPattern.anyDirectories) { part, name in
            PathPattern.matches(part, name, star: UInt8(ascii: "*"), where: ==)
        }
    }

    private static let anyDirectories = Array("**".utf8)

    /// Compares elements with a pattern in which a star matches any number of elements.
    ///
    /// Only the last star is tried again with more elements, so the effort is at most the product of the counts.
    private static func matches<Element: Equatable>(
        _ pattern: [Element],
        _ elements: [Element],
        star: Element,
        where isMatch: (Element, Element) -> Bool
    ) -> Bool {
        var (index, position) = (0, 0)
        var retry: (index: Int, position: Int)?
        while position < elements.count {
            if index < pattern.count, pattern[index] == star {
                retry = (index, position)
                index += 1
            } else if index < pattern.count, isMatch(pattern[index], elements[position]) {
                index += 1
                position += 1
            } else if let last = retry {
                retry = (last.index, last.position + 1)
                (index, position) = (last.index + 1, last.position + 1)
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == star }
    }
}
