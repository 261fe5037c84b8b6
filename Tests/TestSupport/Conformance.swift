package import SystemCore

/// Public test data outside the package, in `../shared/conformance` relative to the package's root.
package enum Conformance {
    package static let directory: String = {
        let package = #filePath.split(separator: "/").dropLast(3)
        return "/" + (package.dropLast() + ["shared", "conformance"]).joined(separator: "/")
    }()

    package static let isMissing = (try? Kernel.status(of: directory)) == nil

    /// Whether tests that need the data are skipped: it is missing, and this is not continuous integration.
    package static let maySkip = isMissing && !Demands.areStrict

    /// Returns the sorted names of a suite's files that begin with `prefix`.
    package static func names(in suite: String, prefix: String = "") -> [String] {
        let names = try? KernelFileSystem().names(in: "\(directory)/\(suite)")
        return (names ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    package static func bytes(_ suite: String, _ name: String) throws(SystemError) -> [UInt8] {
        try KernelFileSystem().open("\(directory)/\(suite)/\(name)", .read).readWhole()
    }
}
