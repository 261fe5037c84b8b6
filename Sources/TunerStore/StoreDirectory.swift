internal import SystemCore

/// Operations on the names in the state's directory.
enum StoreDirectory {
    /// Renames a finished file to its final name and flushes the directory.
    static func put(
        _ files: any FileSystem,
        _ directory: String,
        _ path: String,
        inPlaceAs target: String
    ) throws(StoreError) {
        try StoreError.naming(target) { () throws(SystemError) in try files.rename(path, to: target) }
        try StoreError.naming(directory) { () throws(SystemError) in try files.syncDirectory(directory) }
    }

    /// Removes a file, and succeeds if there is no such file.
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

    static func names(_ files: any FileSystem, _ directory: String) throws(StoreError) -> [String] {
        try StoreError.naming(directory) { () throws(SystemError) in try files.names(in: directory) }
    }

    /// Returns the names that belong to the store and skips all others.
    static func contents(_ files: any FileSystem, _ directory: String) throws(StoreError) -> [StoreFileName] {
        try names(files, directory).compactMap(StoreFileName.init)
    }

    /// Removes the files that a snapshot replaces.
    ///
    /// The snapshot must already be on disk under its final name. Older snapshots are removed before the older
    /// journals: a crash must not leave an old snapshot without the journals that continue it.
    static func removeReplaced(_ files: any FileSystem, _ directory: String, by number: Int) throws(StoreError) {
        let old = try contents(files, directory).filter { $0.status == .current && $0.number < number }
        for kind in [StoreFileName.Kind.snapshot, .journal] {
            for name in old where name.kind == kind {
                try remove(files, name.path(in: directory))
            }
        }
    }
}
