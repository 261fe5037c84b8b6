internal import SystemCore

/// What is done with names in the state's folder.
enum StoreFolder {
    /// Gives a finished file the name under which it is found, and returns when that is on disk.
    static func put(
        _ files: any FileSystem,
        _ folder: String,
        _ path: String,
        inPlaceAs target: String
    ) throws(StoreError) {
        try StoreError.naming(target) { () throws(SystemError) in try files.rename(path, to: target) }
        try StoreError.naming(folder) { () throws(SystemError) in try files.syncDirectory(folder) }
    }

    /// A file that is gone already is as good.
    static func remove(_ files: any FileSystem, _ path: String) throws(StoreError) {
        do throws(SystemError) {
            try files.removeFile(path)
        } catch  where error.errno == .noSuchFile {
        } catch {
            if (try? files.status(of: path, followingLinks: false).kind) == .directory {
                throw .notRegular(path: path, .directory)
            }
            throw .failed(error, path: path)
        }
    }

    static func names(_ files: any FileSystem, _ folder: String) throws(StoreError) -> [String] {
        try StoreError.naming(folder) { () throws(SystemError) in try files.names(in: folder) }
    }

    /// The store's files in it, whatever else is there.
    static func contents(_ files: any FileSystem, _ folder: String) throws(StoreError) -> [StoreFileName] {
        try names(files, folder).compactMap(StoreFileName.init)
    }

    /// Removes what a snapshot makes superfluous, which must be on disk with its name.
    ///
    /// Older snapshots go first: none shall stand there from which the journals no longer lead on.
    static func removeReplaced(_ files: any FileSystem, _ folder: String, by number: Int) throws(StoreError) {
        let old = try contents(files, folder).filter { $0.standing == .current && $0.number < number }
        for kind in [StoreFileName.Kind.snapshot, .journal] {
            for name in old where name.kind == kind {
                try remove(files, name.path(in: folder))
            }
        }
    }
}
