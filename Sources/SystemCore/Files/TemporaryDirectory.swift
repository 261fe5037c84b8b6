#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A new directory that only this user can read, and that is removed with its content when the last reference is released.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws(SystemError) {
        let template = "\(Kernel.environmentPath("TMPDIR") ?? "/tmp")/tuner-test-XXXXXX"
        var bytes = (RawText(path: template).bytes + [0]).map { CChar(bitPattern: $0) }
        let made = unsafe bytes.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let start = buffer.baseAddress, unsafe mkdtemp(start) != nil else { return nil }
            return unsafe RawText(cString: start).path
        }
        guard let made else { throw SystemError("mkdtemp", Errno(errno), path: template) }
        path = made
    }

    deinit { Self.remove(path) }

    /// Returns the path of a name in the directory.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    private static func remove(_ directory: String) {
        let files = KernelFileSystem()
        for name in (try? files.names(in: directory)) ?? [] {
            let path = "\(directory)/\(name)"
            let kind = try? files.status(of: path, followingLinks: false).kind
            if kind == .directory { remove(path) } else { try? files.removeFile(path) }
        }
        try? files.removeDirectory(directory)
    }
}
