import SystemCore

/// Puts a text in the place of a file's, at once: whoever reads it sees the one or the other.
enum FileReplacement {
    /// So many links may lead to a file.
    private static let mostLinks = 40

    /// Replaces the file that a path leads to, which keeps its mode; links to it stay.
    static func replace(
        _ path: String,
        with text: Span<UInt8>,
        in files: any FileSystem = KernelFileSystem()
    ) throws(SystemError) {
        let path = try target(of: path).path
        let new = try write(text, beside: path, files)
        do throws(SystemError) {
            try files.rename(new, to: path)
        } catch {
            try? files.removeFile(new)
            throw error
        }
    }

    /// Replaces a file that still holds what was read from it; nil for a file that does not exist yet.
    ///
    /// When the new text is on disk and the file was not saved meanwhile, `prepare` is called. A file that another program
    /// saves later, at any moment, is put back. Returns whether the file was replaced.
    static func replace(
        _ path: String,
        holding old: [UInt8]?,
        with text: Span<UInt8>,
        in files: any FileSystem = KernelFileSystem(),
        prepare: () throws(SystemError) -> Void = {}
    ) throws(SystemError) -> Bool {
        let path = try target(of: path).path
        let new = try write(text, beside: path, files)
        do throws(SystemError) {
            guard try content(of: path, files) == old else {
                try files.removeFile(new)
                return false
            }
            try prepare()
            let isReplaced =
                if let old {
                    try exchange(new, with: path, holding: old, files)
                } else {
                    try create(path, from: new, files)
                }
            return isReplaced
        } catch {
            try? files.removeFile(new)
            throw error
        }
    }

    private static func content(of path: String, _ files: any FileSystem) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            return try files.open(path, .read).readWhole()
        } catch  where error.errno == .noSuchFile {
            return nil
        }
    }

    /// Writes the text under a temporary name, with the file's mode and group.
    private static func write(
        _ text: Span<UInt8>,
        beside path: String,
        _ files: any FileSystem
    ) throws(SystemError) -> String {
        let names = TemporaryNames(beside: path)
        names.removeLeftovers(in: files) { pid in
            // The number may be another program's by now.
            Kernel.isProcess(pid) && (Kernel.processName(of: pid) ?? "tunerctl") == "tunerctl"
        }
        let status = try? files.status(of: path, followingLinks: true)
        let new = names.path()
        do throws(SystemError) {
            let file = try files.open(new, [.write, .create, .truncate], mode: status?.mode ?? 0o644)
            try file.writeFully(text, at: 0)
            try file.sync()
            if let status {
                try files.setMode(new, status.mode)
                // Where the group cannot be kept, the file is no less the user's own.
                try? files.setGroup(new, status.group)
            }
            return new
        } catch {
            try? files.removeFile(new)
            throw error
        }
    }

    private static func create(_ path: String, from new: String, _ files: any FileSystem) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try files.rename(new, toNew: path)
            return true
        } catch  where error.errno == .fileExists {
            try files.removeFile(new)
            return false
        } catch  where error.meansMissingSupport {
            try files.rename(new, to: path)
            return true
        }
    }

    /// Exchanges both names, then looks at the text that came out.
    private static func exchange(
        _ new: String,
        with path: String,
        holding old: [UInt8],
        _ files: any FileSystem
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            // What the path should hold when it is exchanged next.
            var inPlace = try content(of: new, files)
            try files.exchange(new, path)
            var out = try content(of: new, files)
            guard out != old else {
                try files.removeFile(new)
                return true
            }
            // Another program saved between the look and the exchange: its text goes back. If something else comes out
            // than was put there, that is a later save, which goes back in its turn.
            while true {
                try files.exchange(new, path)
                let next = try content(of: new, files)
                if next == inPlace { break }
                (inPlace, out) = (out, next)
            }
            try files.removeFile(new)
            return false
        } catch  where error.errno == .noSuchFile {
            // The file was removed, on purpose or because a program is saving it.
            try? files.removeFile(new)
            return false
        } catch  where error.meansMissingSupport {
            try files.rename(new, to: path)
            return true
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

extension SystemError {
    /// Whether the file system does not know how to exchange names.
    fileprivate var meansMissingSupport: Bool {
        errno == .invalidArgument || errno == .notSupported || errno == .notImplemented
    }
}
