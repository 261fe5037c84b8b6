internal import SystemCore

/// An open file of the state's folder, whose errors name it.
struct StoreFile {
    private let file: any File
    /// What errors call it.
    var path: String

    init(_ files: any FileSystem, _ path: String, _ options: OpenOptions) throws(StoreError) {
        do throws(SystemError) {
            file = try files.open(path, options.union([.noFollow, .regular]))
        } catch {
            throw StoreFile.fault(files, path, error)
        }
        self.path = path
    }

    /// Returns why a path cannot be opened: another kind of file than a regular one explains more than the system's error.
    private static func fault(_ files: any FileSystem, _ path: String, _ error: SystemError) -> StoreError {
        guard let kind = try? files.status(of: path, followingLinks: false).kind, kind != .regular else {
            return .failed(error, path: path)
        }
        return .notRegular(path: path, kind)
    }

    /// Which file it is, whatever its name is now.
    func identity() throws(StoreError) -> FileStatus.Identity {
        try StoreError.naming(path) { () throws(SystemError) in try file.status() }.identity
    }

    /// Fills the memory as far as the file goes.
    func read(into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StoreError) -> Int {
        try StoreError.naming(path) { () throws(SystemError) in try unsafe file.readFully(into: memory, at: offset) }
    }

    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(StoreError) {
        try StoreError.naming(path) { () throws(SystemError) in try file.writeFully(bytes, at: offset) }
    }

    /// Writes both in one call where the system takes them so.
    func write(_ first: Span<UInt8>, _ second: Span<UInt8>, at offset: Int64) throws(StoreError) {
        try StoreError.naming(path) { () throws(SystemError) in try file.writeFully(first, second, at: offset) }
    }

    func syncData() throws(StoreError) {
        try StoreError.naming(path) { () throws(SystemError) in try file.syncData() }
    }

    func sync() throws(StoreError) {
        try StoreError.naming(path) { () throws(SystemError) in try file.sync() }
    }

    func truncate(to size: Int64) throws(StoreError) {
        try StoreError.naming(path) { () throws(SystemError) in try file.truncate(to: size) }
    }
}

extension StoreError {
    /// Runs something of which the error is to name a path.
    static func naming<Value>(
        _ path: String,
        _ body: () throws(SystemError) -> Value
    ) throws(StoreError) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .failed(error, path: path)
        }
    }
}
