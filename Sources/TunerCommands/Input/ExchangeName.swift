import SystemCore

/// The name of a file that is about to be exchanged with a target file: `.NAME-PID-OLD-NEW.out`.
///
/// OLD is the hash of the target's text, and NEW is the hash of the text that replaces it. A killed process may leave
/// such a file at any moment. If its content has neither hash, another program saved this content, so it must not be
/// deleted.
struct ExchangeName {
    /// The file whose text is replaced.
    let target: String
    let pid: Int32
    private let old: UInt64
    private let new: UInt64

    private static let suffix = ".out"

    /// Creates the name for an exchange by this process.
    init(beside target: String, old: some Sequence<UInt8>, new: some Sequence<UInt8>) {
        self.init(target, Kernel.processID, ContentHash.of(old), ContentHash.of(new))
    }

    private init(_ target: String, _ pid: Int32, _ old: UInt64, _ new: UInt64) {
        self.target = target
        self.pid = pid
        self.old = old
        self.new = new
    }

    /// Parses the name of a file in the target's directory; returns nil for any other name.
    private init?(_ name: String, beside target: String) {
        let prefix = ".\(TemporaryNames.stem(of: target))-"
        guard name.utf8.starts(with: prefix.utf8), name.utf8.count > prefix.utf8.count + ExchangeName.suffix.utf8.count
        else { return nil }
        let parts = name.utf8.dropFirst(prefix.utf8.count).dropLast(ExchangeName.suffix.utf8.count)
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, let pid = Int32(parts[0]), let old = UInt64(parts[1], radix: 16),
            let new = UInt64(parts[2], radix: 16)
        else { return nil }
        self.init(target, pid, old, new)
        // Accept only the exact form that this type writes.
        guard self.name == name else { return nil }
    }

    private var name: String {
        let hashes = "\(String(old, radix: 16))-\(String(new, radix: 16))"
        return ".\(TemporaryNames.stem(of: target))-\(pid)-\(hashes)\(ExchangeName.suffix)"
    }

    var path: String { "\(Path.directory(of: target))/\(name)" }

    /// The same exchange with this process's ID.
    var claimed: ExchangeName { ExchangeName(target, Kernel.processID, old, new) }

    /// Returns whether a text is the new text of the target.
    func isNew(_ text: [UInt8]) -> Bool { ContentHash.of(text) == new }

    /// Returns whether a text is the old or the new one, so that deleting the text loses nothing.
    func isKnown(_ text: [UInt8]) -> Bool { isNew(text) || ContentHash.of(text) == old }

    /// Returns this user's files that were left by processes which no longer run.
    static func leftovers(
        beside target: String,
        in files: any FileSystem,
        isWriting: (_ pid: Int32) -> Bool
    ) -> [ExchangeName] {
        let names = (try? files.names(in: Path.directory(of: target))) ?? []
        return names.compactMap { ExchangeName($0, beside: target) }.filter { leftover in
            // A process replaces one file at a time. So its own ID marks a file that it did not finish, or the file of
            // an earlier process with this ID.
            guard leftover.pid == Kernel.processID || !isWriting(leftover.pid),
                let status = try? files.status(of: leftover.path, followingLinks: false)
            else { return false }
            return status.kind == .regular && status.owner == Kernel.userID
        }
    }
}
