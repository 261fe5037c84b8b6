import JSONCore
import SystemCore

/// The file that keeps the lines of shells between sessions, a line each, the oldest first.
///
/// Several shells may use one file at once. Each write holds a lock, so no line is lost. A line is appended, or the
/// whole file is replaced by a rename, so no line is torn.
struct LineHistoryFile {
    /// The limit of lines in the file.
    static let maxLines = 1_000
    /// The number of lines that remain when the file exceeds a limit, so that few writes replace the whole file.
    static let linesKept = 900
    /// The limit of a line, in bytes; a longer line is not stored.
    static let maxLineLength = 4_096
    /// The limit of the file, in bytes; the bytes before the last ones are ignored.
    static let maxBytes = 1 << 20
    /// The most bytes that remain when the file exceeds a limit, for the same reason.
    static let bytesKept = 900 << 10

    private static let lineFeed = UInt8(ascii: "\n")
    /// The time to wait for the lock, which other shells hold for less than a millisecond.
    private static let patience = Duration.seconds(1)

    let path: String
    private let owner: UInt32
    private let patience: Duration

    /// Creates a file at a path.
    ///
    /// - Parameters:
    ///   - path: The path, in a directory that the first write creates if necessary.
    ///   - owner: The user to whom the file must belong.
    ///   - patience: The time to wait for the lock.
    init(_ path: String, owner: UInt32 = Kernel.userID, patience: Duration = LineHistoryFile.patience) {
        self.path = path
        self.owner = owner
        self.patience = patience
    }

    /// Returns the last lines; none if there is no file.
    ///
    /// Lines that no shell would write are left out.
    func lines() throws(LineHistoryFault) -> [String] {
        guard let file = try open(.read) else { return [] }
        return try content(of: file).lines.suffix(LineHistoryFile.maxLines)
    }

    /// Appends a line, unless it is too long or equals the last one.
    func append(_ line: String) throws(LineHistoryFault) {
        let bytes = Array(line.utf8)
        guard LineHistoryFile.isStorable(bytes) else { return }
        try system { () throws(SystemError) in
            _ = try KernelFileSystem().createDirectories(Path.directory(of: path), mode: 0o700)
        }
        try withLock { () throws(LineHistoryFault) in
            guard let file = try open([.read, .write]) else { return try replace(with: [line]) }
            let old = try content(of: file)
            guard old.lines.last != line else { return }
            guard old.isPrivate, old.lines.count < LineHistoryFile.maxLines, old.size < LineHistoryFile.maxBytes else {
                return try replace(with: LineHistoryFile.kept(of: old.lines + [line]))
            }
            // A shell that was killed may have left a line without its line feed.
            let text = (old.isComplete ? [] : [LineHistoryFile.lineFeed]) + bytes + [LineHistoryFile.lineFeed]
            do throws(SystemError) {
                try file.writeFully(text.span, at: old.size)
            } catch {
                try? file.truncate(to: old.size)
                throw .system(error)
            }
        }
    }

    /// Returns the last lines that remain when the file exceeds a limit.
    private static func kept(of lines: [String]) -> [String] {
        var bytes = 0
        let kept = lines.suffix(linesKept).reversed().prefix { line in
            bytes += line.utf8.count + 1
            return bytes <= bytesKept
        }
        return kept.reversed()
    }

    // MARK: Content

    private struct Content {
        let lines: [String]
        let size: Int64
        /// Whether only the owner has access.
        let isPrivate: Bool
        /// Whether the last line ends with a line feed.
        let isComplete: Bool
    }

    private func open(_ options: OpenOptions) throws(LineHistoryFault) -> KernelFile? {
        do throws(SystemError) {
            return KernelFile(try Kernel.open(path, options.union([.noFollow, .regular])))
        } catch {
            guard error.errno == .noSuchFile else { throw .system(error) }
            return nil
        }
    }

    private func content(of file: KernelFile) throws(LineHistoryFault) -> Content {
        let status = try system { () throws(SystemError) in try file.status() }
        guard status.owner == owner else { throw .foreign(path) }
        let start = max(status.size - Int64(LineHistoryFile.maxBytes), 0)
        let bytes = try system { () throws(SystemError) in
            try file.readFully(count: Int(status.size - start), at: start)
        }
        // The first line is cut if the file is too long.
        let whole = start > 0 ? bytes.drop { $0 != LineHistoryFile.lineFeed } : bytes[...]
        return Content(
            lines: whole.split(separator: LineHistoryFile.lineFeed).compactMap { line in
                LineHistoryFile.isStorable(Array(line)) ? String(validating: line, as: UTF8.self) : nil
            },
            size: status.size,
            isPrivate: status.mode & 0o077 == 0,
            isComplete: bytes.isEmpty || bytes.last == LineHistoryFile.lineFeed
        )
    }

    /// Whether a shell stores a line: nobody can type a control character into it.
    private static func isStorable(_ line: [UInt8]) -> Bool {
        !line.isEmpty && line.count <= maxLineLength && line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// Replaces the file atomically; the lock keeps the name of the new file free.
    private func replace(with lines: [String]) throws(LineHistoryFault) {
        let text = Array(lines.map { "\($0)\n" }.joined().utf8)
        let new = "\(path).new"
        try system { () throws(SystemError) in
            let files = KernelFileSystem()
            do throws(SystemError) {
                // A shell that was killed may have left a file, perhaps with another mode.
                try files.removeFile(new)
            } catch  where error.errno == .noSuchFile {
                // This is the usual case.
            }
            let file = try files.open(new, [.write, .create, .exclusive], mode: 0o600)
            try file.writeFully(text.span, at: 0)
            try file.sync()
            try files.rename(new, to: path)
        }
    }

    // MARK: The lock

    private func withLock(_ body: () throws(LineHistoryFault) -> Void) throws(LineHistoryFault) {
        let name = "\(path).lock"
        let deadline = Kernel.monotonicTime() + patience
        while true {
            switch try system({ () throws(SystemError) in try FileLock.acquire(name) }) {
            case .acquired(let lock):
                let result = Result { () throws(LineHistoryFault) in try body() }
                // The lock ends here, not before the body.
                _ = consume lock
                return try result.get()
            case .held:
                guard Kernel.monotonicTime() < deadline else { throw .locked(name) }
                try system { () throws(SystemError) in try Kernel.sleep(for: .milliseconds(1)) }
            }
        }
    }

    private func system<Value: ~Copyable>(
        _ body: () throws(SystemError) -> Value
    ) throws(LineHistoryFault) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .system(error)
        }
    }
}
