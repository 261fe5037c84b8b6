internal import SystemCore

/// The names under which damaged files are kept; the store never reads or removes these files.
enum Quarantine {
    /// Renames a damaged file to a free name.
    static func rename(
        _ files: any FileSystem,
        _ directory: String,
        _ name: StoreFileName
    ) throws(StoreError) -> RecoveryNote {
        let path = name.path(in: directory)
        let other = try freePath(files, directory, name)
        try StoreDirectory.put(files, directory, path, inPlaceAs: other)
        return .putAside(path: path, as: other)
    }

    /// Returns a path for the damaged file that is not in use.
    static func freePath(
        _ files: any FileSystem,
        _ directory: String,
        _ name: StoreFileName
    ) throws(StoreError) -> String {
        let taken = Set(try StoreDirectory.names(files, directory))
        var attempt = 1
        while taken.contains(name.damagedName(attempt)) {
            attempt += 1
        }
        return "\(directory)/\(name.damagedName(attempt))"
    }
}
