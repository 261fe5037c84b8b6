package import SystemCore

/// Files of this project, for tests that compare documents with code.
package enum ProjectFile {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// Returns the absolute path of a file, from its path relative to the project's root.
    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// Replaces the content of an existing file.
    package static func write(_ name: String, _ text: some StringProtocol) throws(SystemError) {
        let file = try KernelFileSystem().open("\(root)/\(name)", [.write, .truncate])
        try file.writeFully(Array(text.utf8).span, at: 0)
    }

    package static func text(_ name: String) throws(SystemError) -> String {
        String(decoding: try KernelFileSystem().open("\(root)/\(name)", .read).readWhole(), as: UTF8.self)
    }
}
