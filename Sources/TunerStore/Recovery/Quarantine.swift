internal import SystemCore

/// Names under which damaged files are kept: nothing reads or removes them.
enum Quarantine {
    /// Gives a damaged file a name of its own.
    static func rename(
        _ files: any FileSystem,
        _ folder: String,
        _ name: StoreFileName
    ) throws(StoreError) -> RecoveryNote {
        let path = name.path(in: folder)
        let other = try freePath(files, folder, name)
        try StoreFolder.put(files, folder, path, inPlaceAs: other)
        return .putAside(path: path, as: other)
    }

    /// A path for it that nothing has yet.
    static func freePath(
        _ files: any FileSystem,
        _ folder: String,
        _ name: StoreFileName
    ) throws(StoreError) -> String {
        let taken = Set(try StoreFolder.names(files, folder))
        var attempt = 1
        while taken.contains(name.aside(attempt)) {
            attempt += 1
        }
        return "\(folder)/\(name.aside(attempt))"
    }
}
