/// A file that other programs may save at any time.
package struct ChangingFile {
    private let files: any FileSystem
    private let path: String
    private var changes = FileChanges()
    /// The content of the last read; nil if that read failed.
    private var text: [UInt8]?

    package init(_ path: String, in files: any FileSystem = KernelFileSystem()) {
        self.path = path
        self.files = files
    }

    /// Returns the content of the file if it differs from the last content, or if the last read failed; otherwise nil.
    package mutating func readIfChanged(at now: WallTime) throws(SystemError) -> [UInt8]? {
        let before = text.take()
        do throws(SystemError) {
            guard try changes.mayHaveChanged(path, in: files, at: now) else {
                text = before
                return nil
            }
            let read = try files.open(path, .read).readWhole()
            text = read
            return read == before ? nil : read
        } catch {
            changes.noteFailure()
            throw error
        }
    }
}
