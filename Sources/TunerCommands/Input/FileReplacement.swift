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
    /// saves later, at any moment, is put back, by the next run when this one is killed. Returns whether the file was replaced.
    static func replace(
        _ path: String,
        holding old: [UInt8]?,
        with text: Span<UInt8>,
        in files: any FileSystem = KernelFileSystem(),
        prepare: () throws(SystemError) -> Void = {}
    ) throws(SystemError) -> Bool {
        let path = try target(of: path).path
        try recover(path, in: files)
        let new = try write(text, beside: path, files)
        let name: ExchangeName
        let replacing: [UInt8]
        do throws(SystemError) {
            guard try content(of: path, files) == old else {
                try files.removeFile(new)
                return false
            }
            try prepare()
            guard let old else { return try create(path, from: new, files) }
            replacing = try content(of: new, files) ?? []
            name = ExchangeName(beside: path, old: old, new: replacing)
            // From now on its content may be another program's.
            try files.rename(new, to: name.path)
        } catch {
            try? files.removeFile(new)
            throw error
        }
        return try exchange(name, holding: old, with: replacing, files)
    }

    static func content(of path: String, _ files: any FileSystem) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            // A pipe would be waited for, and cannot be replaced.
            guard try files.status(of: path, followingLinks: true).kind == .regular else {
                throw SystemError("rename", .notSupported, path: path)
            }
            return try files.open(path, .read).readWhole()
        } catch  where error.errno == .noSuchFile {
            return nil
        }
    }

    /// Whether a process is a tunerctl that may be replacing a file.
    static func isWriting(_ pid: Int32) -> Bool {
        // The number may be another program's by now.
        Kernel.isProcess(pid) && (Kernel.processName(of: pid) ?? "tunerctl") == "tunerctl"
    }

    /// Writes the text under a temporary name, with the file's mode and group.
    private static func write(
        _ text: Span<UInt8>,
        beside path: String,
        _ files: any FileSystem
    ) throws(SystemError) -> String {
        let names = TemporaryNames(beside: path)
        names.removeLeftovers(in: files, isWriting: isWriting)
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
        _ name: ExchangeName,
        holding old: [UInt8]?,
        with new: [UInt8],
        _ files: any FileSystem
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try files.exchange(name.path, name.target)
        } catch  where error.errno == .noSuchFile {
            // The file was removed, on purpose or because a program is saving it.
            try? files.removeFile(name.path)
            return false
        } catch  where error.meansMissingSupport {
            try files.rename(name.path, to: name.target)
            return true
        } catch {
            try? files.removeFile(name.path)
            throw error
        }
        guard try content(of: name.path, files) == old else {
            // Another program saved between the look and the exchange.
            try putBack(name, expecting: new, files)
            return false
        }
        try files.removeFile(name.path)
        return true
    }

    /// Puts a save back into the place from which it was taken; the file should hold `inPlace`.
    ///
    /// If something else comes out, that is a later save, which goes back in its turn.
    static func putBack(
        _ name: ExchangeName,
        expecting inPlace: [UInt8],
        _ files: any FileSystem
    ) throws(SystemError) {
        var inPlace = inPlace
        var out = try content(of: name.path, files)
        while true {
            do throws(SystemError) {
                try files.exchange(name.path, name.target)
            } catch  where error.errno == .noSuchFile {
                // The file was removed: what would be lost with it goes in its place, unless another save is faster.
                do throws(SystemError) {
                    return try files.rename(name.path, toNew: name.target)
                } catch  where error.errno == .fileExists {
                    continue
                }
            }
            let next = try content(of: name.path, files)
            if next == inPlace { break }
            (inPlace, out) = (out ?? [], next)
        }
        try files.removeFile(name.path)
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
