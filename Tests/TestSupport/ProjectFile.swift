package import SystemCore

/// What stands in the project itself, for tests that hold its words and its code together.
package enum ProjectFile {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// Where a file is, named as seen from the project's root.
    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Writes a file anew.
    package static func write(_ name: String, _ text: some StringProtocol) throws(SystemError) {
        let file = try KernelFileSystem().open("\(root)/\(name)", [.write, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
    }

    /// The text of a file, named as seen from the project's root.
    package static func text(_ name: String) throws(SystemError) -> String {
        String(decoding: try KernelFileSystem().open("\(root)/\(name)", .read).readWhole(), as: UTF8.self)
    }
}
