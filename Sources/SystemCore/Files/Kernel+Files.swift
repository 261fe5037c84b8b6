private import CSystem

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    package static func read(
        _ file: borrowing Descriptor,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int64
    ) throws(SystemError) -> Int {
        let raw = file.raw
        return try attempt("pread") { unsafe pread(raw, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    package static func write(
        _ file: borrowing Descriptor,
        _ bytes: Span<UInt8>,
        at offset: Int64
    ) throws(SystemError) -> Int {
        let raw = file.raw
        return try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemError) in
            try attempt("pwrite") { unsafe pwrite(raw, buffer.baseAddress, buffer.count, off_t(offset)) }
        }
    }

    package static func write(
        _ file: borrowing Descriptor,
        _ first: Span<UInt8>,
        _ second: Span<UInt8>,
        at offset: Int64
    ) throws(SystemError) -> Int {
        let raw = file.raw
        return try unsafe withVectors(first, second) { (vectors) throws(SystemError) in
            try attempt("pwritev") {
                unsafe pwritev(raw, vectors.baseAddress, Int32(vectors.count), off_t(offset))
            }
        }
    }

    package static func syncData(_ file: borrowing Descriptor) throws(SystemError) {
        let raw = file.raw
        _ = try attempt("fdatasync") { csystem_sync_data(raw) }
    }

    package static func sync(_ file: borrowing Descriptor) throws(SystemError) {
        let raw = file.raw
        _ = try attempt("fsync") { csystem_sync(raw) }
    }

    package static func truncate(_ file: borrowing Descriptor, to size: Int64) throws(SystemError) {
        let raw = file.raw
        _ = try attempt("ftruncate") { ftruncate(raw, off_t(size)) }
    }

    package static func status(of file: borrowing Descriptor) throws(SystemError) -> FileStatus {
        let raw = file.raw
        var status = stat()
        _ = try attempt("fstat") { unsafe fstat(raw, &status) }
        return FileStatus(status)
    }
}

extension FileStatus {
    init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            default: .other
            }
        self.init(
            kind: kind,
            mode: UInt32(status.st_mode & 0o7777),
            owner: status.st_uid,
            group: status.st_gid,
            size: Int64(status.st_size),
            identity: Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino)),
            changed: FileStatus.nanoseconds(status)
        )
    }

    private static func nanoseconds(_ status: stat) -> Int64 {
        #if canImport(Glibc)
        let time = status.st_ctim
        #else
        // Not tested on macOS: written from Apple's published sources.
        let time = status.st_ctimespec
        #endif
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
