extension FileSystem {
    /// Makes a folder and those above it that are missing, each with exactly this mode; answers which were made, the
    /// outermost first.
    ///
    /// What is there already stays as it is, whatever it is: who needs it to be a folder of a kind looks afterwards.
    @discardableResult
    package func createDirectories(_ path: String, mode: UInt32) throws(SystemError) -> [String] {
        do throws(SystemError) {
            return try createDirectoryIfMissing(path, mode: mode)
        } catch  where error.errno == .noSuchFile {
            let made = try createDirectories(Path.folder(of: path), mode: mode)
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
