/// The file operations that the store uses; tests substitute a file system in which any operation can fail.
package protocol FileSystem: Sendable {
    /// Opens a file, which closes on exec.
    ///
    /// A file that this call creates has `mode` without the bits of the umask.
    func open(_ path: String, _ options: OpenOptions, mode: UInt32) throws(SystemError) -> any File

    func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus

    /// Renames a file and replaces the file at `target` atomically.
    func rename(_ source: String, to target: String) throws(SystemError)

    /// Exchanges the files at two paths atomically; throws EINVAL or ENOSYS if the file system cannot do this.
    func exchange(_ first: String, _ second: String) throws(SystemError)

    /// Renames a file, but throws EEXIST if `target` exists; throws EINVAL or ENOSYS if the file system cannot do this.
    func rename(_ source: String, toNew target: String) throws(SystemError)

    func removeFile(_ path: String) throws(SystemError)

    func createDirectory(_ path: String, mode: UInt32) throws(SystemError)

    /// Removes an empty directory.
    func removeDirectory(_ path: String) throws(SystemError)

    func setMode(_ path: String, _ mode: UInt32) throws(SystemError)

    func setGroup(_ path: String, _ group: UInt32) throws(SystemError)

    /// Returns the names in a directory, sorted, without "." and "..".
    func names(in path: String) throws(SystemError) -> [String]

    /// Returns when all created, renamed and removed names in a directory are durable.
    func syncDirectory(_ path: String) throws(SystemError)
}

extension FileSystem {
    package func exchange(_ first: String, _ second: String) throws(SystemError) {
        throw SystemError("renameat2", .invalidArgument, path: first)
    }

    package func rename(_ source: String, toNew target: String) throws(SystemError) {
        throw SystemError("renameat2", .invalidArgument, path: source)
    }

    /// Opens a file; if this call creates the file, only its owner has access.
    package func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> any File {
        try open(path, options, mode: 0o600)
    }
}
