/// The file system of the operating system.
package struct KernelFileSystem: FileSystem {
    package init() {}

    package func open(_ path: String, _ options: OpenOptions, mode: UInt32) throws(SystemError) -> any File {
        KernelFile(try Kernel.open(path, options, mode: mode))
    }

    package func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus {
        try Kernel.status(of: path, followingLinks: followingLinks)
    }

    package func rename(_ source: String, to target: String) throws(SystemError) {
        try Kernel.rename(source, to: target)
    }

    package func exchange(_ first: String, _ second: String) throws(SystemError) {
        try Kernel.exchange(first, second)
    }

    package func rename(_ source: String, toNew target: String) throws(SystemError) {
        try Kernel.rename(source, toNew: target)
    }

    package func removeFile(_ path: String) throws(SystemError) { try Kernel.removeFile(path) }

    package func createDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        try Kernel.createDirectory(path, mode: mode)
    }

    package func removeDirectory(_ path: String) throws(SystemError) { try Kernel.removeDirectory(path) }

    package func setMode(_ path: String, _ mode: UInt32) throws(SystemError) { try Kernel.setMode(path, mode) }

    package func setGroup(_ path: String, _ group: UInt32) throws(SystemError) { try Kernel.setGroup(path, group) }

    package func names(in path: String) throws(SystemError) -> [String] { try Kernel.names(in: path) }

    package func syncDirectory(_ path: String) throws(SystemError) { try Kernel.syncDirectory(path) }
}
