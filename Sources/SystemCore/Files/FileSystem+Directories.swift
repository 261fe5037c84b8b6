extension FileSystem {
    /// Creates a directory and its missing parents, each with exactly this mode.
    ///
    /// Returns the paths of the created directories, the outermost first. An existing file is left as it is, even if it
    /// is not a directory. If the caller needs a certain kind of directory, the caller must check the status
    /// afterwards.
    @discardableResult
    package func createDirectories(_ path: String, mode: UInt32) throws(SystemError) -> [String] {
        do throws(SystemError) {
            return try createDirectoryIfMissing(path, mode: mode)
        } catch  where error.errno == .noSuchFile {
            let made = try createDirectories(Path.directory(of: path), mode: mode)
            return try made + createDirectoryIfMissing(path, mode: mode)
        }
    }

    private func createDirectoryIfMissing(_ path: String, mode: UInt32) throws(SystemError) -> [String] {
        do throws(SystemError) {
            try createDirectory(path, mode: mode)
            return [path]
        } catch  where error.errno == .fileExists {
            return []
        }
    }
}
