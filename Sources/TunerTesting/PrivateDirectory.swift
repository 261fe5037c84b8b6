import Synchronization
import SystemCore

/// A new directory that only this user can read.
struct PrivateDirectory {
    private static let lastNumber = Atomic<Int>(0)

    let path: String

    /// Creates the directory in the directory for temporary files.
    init() throws(SystemError) {
        let parent = Kernel.environmentPath("TMPDIR") ?? "/tmp"
        while true {
            let number = PrivateDirectory.lastNumber.add(1, ordering: .relaxed).newValue
            let path = "\(parent)/tuner-\(Kernel.processID)-\(number)"
            do throws(SystemError) {
                try KernelFileSystem().createDirectory(path, mode: 0o700)
                self.path = path
                return
            } catch {
                // An earlier process with this ID may have left a directory.
                guard error.errno == .fileExists else { throw error }
            }
        }
    }

    /// Removes the directory with its content, as far as possible.
    func remove() { PrivateDirectory.remove(path) }

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
