import SystemCore

/// Replaces the content of a file atomically: a reader sees the old text or the new one.
enum FileReplacement {
    /// The limit of symbolic links from a path to its file.
    private static let maxLinks = 40

    /// Replaces the file that a path refers to; keeps the file's mode and the links to it.
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

    /// Replaces a file if it still holds the text that was read from it; `old` is nil for a file that does not exist
    /// yet.
    ///
    /// `prepare` is called when the new text is on disk and the file is unchanged. If another program saves the file
    /// after that, its text is put back. If this process is killed, the next run puts the text back.
    ///
    /// - Returns: Whether the file was replaced.
    static func replace(
        _ path: String,
        holding old: [UInt8]?,
        with text: Span<UInt8>,
        newMode: UInt32 = 0o644,
        in files: any FileSystem = KernelFileSystem(),
        prepare: () throws(SystemError) -> Void = {}
    ) throws(SystemError) -> Bool {
        let path = try target(of: path).path
        try recover(path, in: files)
        let new = try write(text, beside: path, files, newMode: newMode)
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
            // From here on, the file of this name may hold the text of another program.
            try files.rename(new, to: name.path)
        } catch {
            try? files.removeFile(new)
            throw error
        }
        return try exchange(name, holding: old, with: replacing, files)
    }

    static func content(of path: String, _ files: any FileSystem) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            // Reading a FIFO would block, and it cannot be replaced.
            guard try files.status(of: path, followingLinks: true).kind == .regular else {
                throw SystemError("rename", .notSupported, path: path)
            }
            return try files.open(path, .read).readWhole()
        } catch  where error.errno == .noSuchFile {
            return nil
        }
    }

    /// Returns whether a process is a tunerctl, which may be replacing a file.
    static func isWriting(_ pid: Int32) -> Bool {
        // Another program may have this process ID now.
        Kernel.isProcess(pid) && (Kernel.processName(of: pid) ?? "tunerctl") == "tunerctl"
    }

    /// Writes the text to a temporary file, with the mode and the group of the replaced file; a new file has `newMode`.
    private static func write(
        _ text: Span<UInt8>,
        beside path: String,
        _ files: any FileSystem,
        newMode: UInt32 = 0o644
    ) throws(SystemError) -> String {
        let names = TemporaryNames(beside: path)
        names.removeLeftovers(in: files, isWriting: isWriting)
        let status = try? files.status(of: path, followingLinks: true)
        let new = names.path()
        do throws(SystemError) {
            let file = try files.open(new, [.write, .create, .truncate], mode: status?.mode ?? newMode)
            try file.writeFully(text, at: 0)
            try file.sync()
            if let status {
                try files.setMode(new, status.mode)
                // Without permission to set the group, the file still belongs to the user.
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

    /// Exchanges the two files, then checks the text that was in the target.
    private static func exchange(
        _ name: ExchangeName,
        holding old: [UInt8]?,
        with new: [UInt8],
        _ files: any FileSystem
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try files.exchange(name.path, name.target)
        } catch  where error.errno == .noSuchFile {
            // The file was removed, on purpose or by a program that is saving it.
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
            // Another program saved the file between the check and the exchange.
            try putBack(name, expecting: new, files)
            return false
        }
        try files.removeFile(name.path)
        return true
    }

    /// Puts a text back into the target that it was taken from; the target should hold `inPlace`.
    ///
    /// If the target holds another text, this is a later save, which is put back next.
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
                // The target was removed: rename the text to it, unless another program creates the file first.
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

    /// Returns the file that a path's symbolic links lead to, and all links on the way, the last one first.
    static func target(of path: String) throws(SystemError) -> (path: String, others: [String]) {
        var path = path
        var others: [String] = []
        while let link = try? Kernel.target(ofLink: path) {
            guard others.count < maxLinks else { throw SystemError("open", .tooManySymbolicLinks, path: path) }
            others.insert(path, at: 0)
            path = Path.isAbsolute(link) ? link : "\(Path.directory(of: path))/\(link)"
        }
        return (path, others)
    }
}

extension SystemError {
    /// Whether the file system cannot exchange files.
    fileprivate var meansMissingSupport: Bool {
        errno == .invalidArgument || errno == .notSupported || errno == .notImplemented
    }
}
