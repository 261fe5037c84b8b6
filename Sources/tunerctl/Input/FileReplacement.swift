import SystemCore

/// Puts a text in the place of a file's, at once: whoever reads it sees the one or the other.
enum FileReplacement {
    /// So many links may lead to a file.
    private static let mostLinks = 40

    /// Replaces the file that a path leads to, which keeps its mode; links to it stay.
    ///
    /// When all but the last step is done, it may still be decided against: the disk has taken its time, in which others may
    /// have saved. Answers whether it was done.
    @discardableResult
    static func replace(
        _ path: String,
        with text: Span<UInt8>,
        if isWanted: () throws(SystemError) -> Bool = { true }
    ) throws(SystemError) -> Bool {
        let path = try target(of: path).path
        let status = try? Kernel.status(of: path)
        let new = "\(Path.folder(of: path))/.\(Path.name(of: path))-\(Kernel.processID).new"
        do throws(SystemError) {
            let file = KernelFile(
                try Kernel.open(new, [.write, .create, .truncate], mode: status?.mode ?? 0o644)
            )
            try file.writeFully(text, at: 0)
            try file.sync()
            if let status {
                try Kernel.setMode(new, status.mode)
                // Where the group cannot be kept, the file is no less the user's own.
                try? Kernel.setGroup(new, status.group)
            }
            guard try isWanted() else {
                try Kernel.removeFile(new)
                return false
            }
            try Kernel.rename(new, to: path)
            return true
        } catch {
            try? Kernel.removeFile(new)
            throw error
        }
    }

    /// Where a path's links lead, and every path on the way, the last one first.
    static func target(of path: String) throws(SystemError) -> (path: String, others: [String]) {
        var path = path
        var others: [String] = []
        while let link = try? Kernel.target(ofLink: path) {
            guard others.count < mostLinks else { throw SystemError("open", .tooManySymbolicLinks, path: path) }
            others.insert(path, at: 0)
            path = Path.isAbsolute(link) ? link : "\(Path.folder(of: path))/\(link)"
        }
        return (path, others)
    }
}
