package import SystemCore

/// What stands in the project itself, for tests that hold its words and its code together.
package enum ProjectFile {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// The text of a file, named as seen from the project's root.
    package static func text(_ name: String) throws(SystemError) -> String {
        String(decoding: try KernelFileSystem().open("\(root)/\(name)", .read).readWhole(), as: UTF8.self)
    }
}
