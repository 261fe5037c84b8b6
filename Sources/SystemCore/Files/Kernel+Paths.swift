private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    package static func open(
        _ path: String,
        _ options: OpenOptions,
        mode: UInt32 = 0o600
    ) throws(SystemError) -> Descriptor {
        precondition(!options.isDisjoint(with: [.read, .write]), "a file is opened to read or to write")
        var flags = options.contains(.write) ? (options.contains(.read) ? O_RDWR : O_WRONLY) : O_RDONLY
        flags |= O_CLOEXEC
        if options.contains(.create) { flags |= O_CREAT }
        if options.contains(.exclusive) { flags |= O_EXCL }
        if options.contains(.truncate) { flags |= O_TRUNC }
        if options.contains(.noFollow) { flags |= O_NOFOLLOW }
        guard options.contains(.regular) else { return try openRaw(path, flags, mode) }
        let file = try openRaw(path, flags | O_NONBLOCK | O_NOCTTY, mode)
        switch try status(of: file).kind {
        case .regular: return file
        case .directory: throw SystemError("open", .isDirectory, path: path)
        default: throw SystemError("open", .noSuchDevice, path: path)
        }
    }

    package static func status(of path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try unsafe attempt(followingLinks ? "stat" : "lstat", onPath: path) {
            unsafe followingLinks ? stat($0, &status) : lstat($0, &status)
        }
        return FileStatus(status)
    }

    /// Returns the target of a symbolic link; nil if the path is not a symbolic link.
    package static func target(ofLink path: String) throws(SystemError) -> String? {
        try check("readlink", path: path)
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        do throws(SystemError) {
            let count = try attempt("readlink", path: path) {
                unsafe path.withPathBytes { unsafe readlink($0, &bytes, bytes.count) }
            }
            return RawText(bytes: bytes.prefix(count).map(UInt8.init(bitPattern:))).path
        } catch  where error.errno == .invalidArgument {
            return nil
        }
    }

    /// Returns the absolute path of an existing file without symbolic links.
    package static func realPath(_ path: String) throws(SystemError) -> String {
        try check("realpath", path: path)
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        _ = try attempt("realpath", path: path) {
            unsafe path.withPathBytes { unsafe realpath($0, &bytes) == nil ? -1 : 0 }
        }
        return unsafe RawText(cString: bytes).path
    }

    package static func rename(_ source: String, to target: String) throws(SystemError) {
        try check("rename", path: target)
        _ = try unsafe attempt("rename", onPath: source) { source in
            unsafe target.withPathBytes { unsafe systemRename(source, $0) }
        }
    }

    /// Exchanges the files at two paths atomically.
    package static func exchange(_ first: String, _ second: String) throws(SystemError) {
        try check("renameat2", path: second)
        _ = try unsafe attempt("renameat2", onPath: first) { first in
            unsafe second.withPathBytes { unsafe csystem_exchange(first, $0) }
        }
    }

    /// Renames a file, but throws EEXIST if `target` exists.
    package static func rename(_ source: String, toNew target: String) throws(SystemError) {
        try check("renameat2", path: target)
        _ = try unsafe attempt("renameat2", onPath: source) { source in
            unsafe target.withPathBytes { unsafe csystem_rename_new(source, $0) }
        }
    }

    /// Opens a file whose writes are all appended, and creates the file if it does not exist.
    ///
    /// Positioned writes to this file ignore their position, so ``OpenOptions`` has no such option.
    package static func openToAppend(_ path: String, mode: UInt32 = 0o600) throws(SystemError) -> Descriptor {
        try openRaw(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode)
    }

    package static func removeFile(_ path: String) throws(SystemError) {
        _ = try unsafe attempt("unlink", onPath: path) { unsafe unlink($0) }
    }

    /// Creates a directory with exactly this mode, regardless of the umask.
    package static func createDirectory(_ path: String, mode: UInt32) throws(SystemError) {
        _ = try unsafe attempt("mkdir", onPath: path) { unsafe mkdir($0, mode_t(mode)) }
        try setMode(path, mode)
    }

    package static func removeDirectory(_ path: String) throws(SystemError) {
        _ = try unsafe attempt("rmdir", onPath: path) { unsafe rmdir($0) }
    }

    package static func setMode(_ path: String, _ mode: UInt32) throws(SystemError) {
        _ = try unsafe attempt("chmod", onPath: path) { unsafe chmod($0, mode_t(mode)) }
    }

    package static func setGroup(_ path: String, _ group: UInt32) throws(SystemError) {
        _ = try unsafe attempt("chown", onPath: path) { unsafe chown($0, uid_t.max, gid_t(group)) }
    }

    /// Returns the bytes that an unprivileged user can still write to the file system of a path.
    package static func freeSpace(at path: String) throws(SystemError) -> Int64 {
        var status = statvfs()
        _ = try unsafe attempt("statvfs", onPath: path) { unsafe statvfs($0, &status) }
        let (bytes, isTooLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooLarge ? .max : Int64(clamping: bytes)
    }

    /// Returns the names in a directory, sorted, without "." and "..".
    package static func names(in path: String) throws(SystemError) -> [String] {
        let raw = try openRaw(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0).release()
        guard let stream = unsafe fdopendir(raw) else {
            let errno = Errno.last
            _ = Descriptor(owning: raw)
            throw failure("fdopendir", errno, path: path)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw failure("readdir", Errno.last, path: path) }
                return names.sorted()
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe RawText(cString: $0).path }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    package static func syncDirectory(_ path: String) throws(SystemError) {
        let directory = try openRaw(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        try sync(directory)
    }
}

extension Kernel {
    /// Throws if the path holds a NUL: the kernel would use only the part before the NUL.
    static func check(_ call: String, path: String) throws(SystemError) {
        guard !path.utf8.contains(0) else { throw SystemError(call, .invalidArgument, path: path) }
    }

    private static func attempt(
        _ call: String,
        onPath path: String,
        _ body: (UnsafePointer<CChar>) -> Int32
    ) throws(SystemError) -> Int32 {
        try check(call, path: path)
        return try attempt(call, path: path) { unsafe path.withPathBytes { unsafe body($0) } }
    }

    private static func openRaw(_ path: String, _ flags: Int32, _ mode: UInt32) throws(SystemError) -> Descriptor {
        Descriptor(owning: try unsafe attempt("open", onPath: path) { unsafe systemOpen($0, flags, mode_t(mode)) })
    }
}

// Inside `Kernel`, the plain names refer to its own static functions.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    unsafe open(path, flags, mode)
}

private func systemRename(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
    unsafe rename(source, target)
}
