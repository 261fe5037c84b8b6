internal import SystemCore

/// An open file in the state's directory, whose errors contain its path.
struct StoreFile {
    private let file: any File
    /// The path that errors contain; the owner sets it anew after the file was renamed.
    var path: String

    init(_ files: any FileSystem, _ path: String, _ options: OpenOptions) throws(StoreError) {
        do throws(SystemError) {
            file = try files.open(path, options.union([.noFollow, .regular]))
        } catch {
            throw StoreFile.fault(files, path, error)
        }
        self.path = path
    }

    /// Returns why a path cannot be opened.
    ///
    /// If the path leads to no regular file, the kind of the file explains more than the system's error does.
    private static func fault(_ files: any FileSystem, _ path: String, _ error: SystemError) -> StoreError {
        guard let kind = try? files.status(of: path, followingLinks: false).kind, kind != .regular else {
            return .failed(error, path: path)
        }
        return .notRegular(path: path, kind)
    }

    /// Returns the identity of the open file, which does not depend on its name.
    func identity() throws(StoreError) -> FileStatus.Identity {
        try StoreError.naming(path) { () throws(SystemError) in try file.status() }.identity
    }

    /// Fills the memory, or as much of it as the file has bytes for, and returns the number of bytes read.
    func read(into memory: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StoreError) -> Int {
        try StoreError.naming(path) { () throws(SystemError) in try unsafe file.readFully(into: memory, at: offset) }
    }

    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(StoreError) {
        try StoreError.naming(path) { () throws(SystemError) in try file.writeFully(bytes, at: offset) }
    }

    /// Writes both spans one after the other, with one system call if possible.
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
    /// Runs a body and adds a path to the error that it throws.
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
