internal import SystemCore

/// The directory and the last file of a journal, as the journal found or created them.
///
/// Another program may move or remove the directory while the daemon runs. Then the paths lead elsewhere, and what the
/// journal writes is lost for the next start.
struct JournalLocation {
    private let directory: String
    private let directoryIdentity: FileStatus.Identity?
    private var file: (path: String, identity: FileStatus.Identity)?

    /// Creates a location with the identities of the directory and of its last file.
    init(_ files: any FileSystem, _ directory: String, lastFile path: String?) {
        self.directory = directory
        directoryIdentity = try? JournalLocation.identity(files, directory, followingLinks: true)
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

    /// Notes the identity and path of a new last file.
    mutating func note(_ identity: FileStatus.Identity, of path: String) {
        file = (path, identity)
    }

    /// Throws if the last file's path leads to no file or to another file.
    func checkFile(_ files: any FileSystem) throws(StoreError) {
        guard let file else { return }
        guard try JournalLocation.identity(files, file.path, followingLinks: false) == file.identity else {
            throw .moved(path: file.path)
        }
    }

    /// Throws if the next start would not find a new file next to the last one.
    func check(_ files: any FileSystem) throws(StoreError) {
        if let directoryIdentity {
            guard try JournalLocation.identity(files, directory, followingLinks: true) == directoryIdentity else {
                throw .moved(path: directory)
            }
        }
        try checkFile(files)
    }
}
