package import SystemCore

/// Public test data that lies beside the package: `../shared/conformance` seen from its root.
package enum Conformance {
    package static let folder: String = {
        let package = #filePath.split(separator: "/").dropLast(3)
        return "/" + (package.dropLast() + ["shared", "conformance"]).joined(separator: "/")
    }()

    package static let isMissing = (try? Kernel.status(of: folder)) == nil

    /// Whether to skip: data may be missing, but not in continuous integration, where the tests then fail.
    package static let maySkip = isMissing && !Demands.areStrict

    /// The names of a suite's files that begin with `prefix`.
    package static func names(in suite: String, prefix: String = "") -> [String] {
        let names = try? KernelFileSystem().names(in: "\(folder)/\(suite)")
        return (names ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// The bytes of a file.
    package static func bytes(_ suite: String, _ name: String) throws(SystemError) -> [UInt8] {
        try KernelFileSystem().open("\(folder)/\(suite)/\(name)", .read).readWhole()
    }
}
