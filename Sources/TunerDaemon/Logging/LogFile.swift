import JSONCore
package import SystemCore

/// The file that a log is written to: rotated by its size, opened again when its name leads elsewhere.
///
/// The log's own descriptor becomes the file. So what the runtime writes to standard error before a crash is in the file too.
package struct LogFile {
    /// When a file is rotated, unless an option sets another size.
    package static let usualSize = 8 << 20

    private let path: String
    private let limit: Int64
    private var identity: FileStatus.Identity
    private var size: Int64

    /// Opens a file, makes it when it does not exist, and lets a descriptor name it.
    package init(_ path: String, limit: Int, replacing output: borrowing Descriptor) throws(SystemError) {
        // To open a pipe would wait for a reader, and a device has no size.
        if let status = try? Kernel.status(of: path), status.kind != .regular {
            throw SystemError("open", status.kind == .directory ? .isDirectory : .notSupported, path: path)
        }
        self.path = path
        self.limit = Int64(limit)
        (identity, size) = try LogFile.open(path, replacing: output)
    }

    /// Prepares the file for a line of so many bytes.
    ///
    /// What fails here leaves the descriptor as it is: a line goes to the file that was open before.
    mutating func makeRoom(for count: Int, replacing output: borrowing Descriptor) {
        do throws(SystemError) {
            if !isStillAtPath() {
                // It was removed or renamed, perhaps by a rotation of another program.
                (identity, size) = try LogFile.open(path, replacing: output)
            }
            if size > 0, size + Int64(count) > limit {
                // Through links: the log stays in the directory that a link leads to.
                let target = try LogFile.target(of: path)
                try Kernel.rename(target, to: "\(target).1")
                (identity, size) = try LogFile.open(path, replacing: output)
            }
        } catch {
            // Nobody could read of it anywhere else.
        }
    }

    /// Notes that a line was written.
    mutating func wrote(_ count: Int) { size += Int64(count) }

    private func isStillAtPath() -> Bool { (try? Kernel.status(of: path))?.identity == identity }

    private static func open(
        _ path: String,
        replacing output: borrowing Descriptor
    ) throws(SystemError) -> (FileStatus.Identity, Int64) {
        let file = try Kernel.openToAppend(path)
        let status = try Kernel.status(of: file)
        try Kernel.replace(output, with: file)
        return (status.identity, status.size)
    }

    private static func target(of path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<40 {
            guard let link = try Kernel.target(ofLink: path) else { return path }
            path = Path.isAbsolute(link) ? link : "\(Path.folder(of: path))/\(link)"
        }
        throw SystemError("open", .tooManySymbolicLinks, path: path)
    }
}
