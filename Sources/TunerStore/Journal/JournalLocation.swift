internal import SystemCore

/// The directory and the last file of a journal, as the journal found them or made them.
///
/// Their paths may lead elsewhere later: somebody may move or remove the directory of a running daemon. What is written then
/// is lost, or is in a directory that the next start does not read.
struct JournalLocation {
    private let folder: String
    private let folderIdentity: FileStatus.Identity?
    private var file: (path: String, identity: FileStatus.Identity)?

    /// Notes which directory it is, and which file in it is the last.
    init(_ files: any FileSystem, _ folder: String, lastFile path: String?) {
        self.folder = folder
        folderIdentity = try? JournalLocation.identity(files, folder, followingLinks: true)
        file = path.flatMap { path in
            (try? JournalLocation.identity(files, path, followingLinks: false)).map { (path: path, identity: $0) }
        }
    }

    private static func identity(
        _ files: any FileSystem,
        _ path: String,
        followingLinks: Bool
    ) throws(StoreError) -> FileStatus.Identity {
        do throws(SystemError) {
            return try files.status(of: path, followingLinks: followingLinks).identity
        } catch  where error.errno == .noSuchFile || error.errno == .notDirectory {
            throw .moved(path: path)
        } catch {
            throw .failed(error, path: path)
        }
    }

    /// Notes which file is the last.
    mutating func note(_ identity: FileStatus.Identity, of path: String) {
        file = (path, identity)
    }

    /// Throws where the last file's path leads to no file, or to another one.
    func checkFile(_ files: any FileSystem) throws(StoreError) {
        guard let file else { return }
        guard try JournalLocation.identity(files, file.path, followingLinks: false) == file.identity else {
            throw .moved(path: file.path)
        }
    }

    /// Throws where a new file would not be found behind the last one.
    func check(_ files: any FileSystem) throws(StoreError) {
        if let folderIdentity {
            guard try JournalLocation.identity(files, folder, followingLinks: true) == folderIdentity else {
                throw .moved(path: folder)
            }
        }
        try checkFile(files)
    }
}
