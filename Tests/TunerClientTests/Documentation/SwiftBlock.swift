import SystemCore
import TestSupport

/// A block of Swift code in a documentation comment or in a page.
struct SwiftBlock {
    /// The path of the file, relative to the project's root.
    let file: String
    /// The number of the first line of code.
    let line: Int
    var lines: [String] = []

    var code: String { lines.joined(separator: "\n") }

    /// Returns the blocks of the library's sources and of the pages for its users.
    static func all() throws -> [SwiftBlock] {
        let modules = ["Sources/TunerClient", "Sources/TunerTesting"]
        let sources = try modules.flatMap { try files(in: $0, ending: ".swift") }
        let pages = try ["README.md", "protocol.md"] + files(in: "docs", ending: ".md")
        let examples = try files(in: "Examples", ending: "README.md")
        return try (sources + pages + examples).flatMap { try blocks(of: $0) }
    }

    private static func files(in directory: String, ending: String) throws -> [String] {
        let files = KernelFileSystem()
        var found: [String] = []
        for name in try files.names(in: ProjectFile.path(directory)).sorted() where !name.hasPrefix(".") {
            let path = "\(directory)/\(name)"
            switch try files.status(of: ProjectFile.path(path), followingLinks: false).kind {
            case .directory: found += try self.files(in: path, ending: ending)
            default: if path.hasSuffix(ending) { found.append(path) }
            }
        }
        return found
    }

    private static func blocks(of file: String) throws -> [SwiftBlock] {
        var blocks: [SwiftBlock] = []
        var open: SwiftBlock?
        let lines = try ProjectFile.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = uncommented(line)
            if let block = open {
                if text.trimmed == "```" {
                    blocks.append(block)
                    open = nil
                } else {
                    open?.lines.append(text)
                }
            } else if text.trimmed == "```swift" {
                open = SwiftBlock(file: file, line: index + 2)
            }
        }
        return blocks
    }

    /// Returns a line of a documentation comment without the slashes, and any other line unchanged.
    private static func uncommented(_ line: Substring) -> String {
        let trimmed = line.drop { $0 == " " }
        guard trimmed.hasPrefix("///") else { return String(line) }
        let text = trimmed.dropFirst(3)
        return String(text.hasPrefix(" ") ? text.dropFirst() : text)
    }
}

extension String {
    /// The text without spaces at both ends.
    var trimmed: String {
        let start = drop { $0 == " " }
        return String(start[..<(start.lastIndex { $0 != " " }.map { start.index(after: $0) } ?? start.startIndex)])
    }
}
