/// The file operations of a store, so that a test can fail any of them.
package protocol FileSystem: Sendable {
    /// The file closes on exec.
    ///
    /// `mode` counts when it is created, less the umask.
    func open(_ path: String, _ options: OpenOptions, mode: UInt32) throws(SystemError) -> any File

    func status(of path: String, followingLinks: Bool) throws(SystemError) -> FileStatus

    /// Puts `source` in the place of whatever file `target` was: at each moment it is the one or the other.
    func rename(_ source: String, to target: String) throws(SystemError)

    /// Exchanges what two names are, in one step; EINVAL or ENOSYS when the file system cannot.
    func exchange(_ first: String, _ second: String) throws(SystemError)

    /// As `rename`, but fails when the target exists (EEXIST); EINVAL or ENOSYS when the file system cannot.
    func rename(_ source: String, toNew target: String) throws(SystemError)

    func removeFile(_ path: String) throws(SystemError)

    func createDirectory(_ path: String, mode: UInt32) throws(SystemError)

    /// An empty one.
    func removeDirectory(_ path: String) throws(SystemError)

    func setMode(_ path: String, _ mode: UInt32) throws(SystemError)

    func setGroup(_ path: String, _ group: UInt32) throws(SystemError)

    /// The names inside, sorted, without "." and "..".
    func names(in path: String) throws(SystemError) -> [String]

    /// Returns when the names inside, created, renamed and removed, are on disk as they are now.
    func syncDirectory(_ path: String) throws(SystemError)
}

extension FileSystem {
    package func exchange(_ first: String, _ second: String) throws(SystemError) {
        throw SystemError("renameat2", .invalidArgument, path: first)
    }

    package func rename(_ source: String, toNew target: String) throws(SystemError) {
        throw SystemError("renameat2", .invalidArgument, path: source)
    }

    /// Opens with what a new file gets by default: nobody else sees it.
    package func open(_ path: String, _ options: OpenOptions) throws(SystemError) -> any File {
        try open(path, options, mode: 0o600)
    }
}
