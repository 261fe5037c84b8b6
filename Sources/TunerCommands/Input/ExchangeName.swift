import SystemCore

/// The name of a text that is about to be exchanged with a file's: `.NAME-PID-OLD-NEW.out`.
///
/// OLD and NEW are the hashes of the text that the file had and of the text that replaces it. A killed process may leave
/// such a file at any moment. If its content has neither hash, it is what another program saved: it must not be deleted.
struct ExchangeName {
    /// The file whose text is replaced.
    let target: String
    let pid: Int32
    private let old: UInt64
    private let new: UInt64

    private static let suffix = ".out"

    /// The name for this process.
    init(beside target: String, old: some Sequence<UInt8>, new: some Sequence<UInt8>) {
        self.init(target, Kernel.processID, ContentHash.of(old), ContentHash.of(new))
    }

    private init(_ target: String, _ pid: Int32, _ old: UInt64, _ new: UInt64) {
        self.target = target
        self.pid = pid
        self.old = old
        self.new = new
    }

    /// Reads a name in the target's directory; nil for any other file's.
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
        // Only what is spelled as this type spells it.
        guard self.name == name else { return nil }
    }

    private var name: String {
        let hashes = "\(String(old, radix: 16))-\(String(new, radix: 16))"
        return ".\(TemporaryNames.stem(of: target))-\(pid)-\(hashes)\(ExchangeName.suffix)"
    }

    var path: String { "\(Path.folder(of: target))/\(name)" }

    /// The same exchange as this process's own.
    var claimed: ExchangeName { ExchangeName(target, Kernel.processID, old, new) }

    /// Whether a text is the one that replaces the file's.
    func isNew(_ text: [UInt8]) -> Bool { ContentHash.of(text) == new }

    /// Whether a text is one of the two that are exchanged, so that nothing is lost with it.
    func isKnown(_ text: [UInt8]) -> Bool { isNew(text) || ContentHash.of(text) == old }

    /// This user's files of processes that do not write any more.
    static func leftovers(
        beside target: String,
        in files: any FileSystem,
        isWriting: (_ pid: Int32) -> Bool
    ) -> [ExchangeName] {
        let names = (try? files.names(in: Path.folder(of: target))) ?? []
        return names.compactMap { ExchangeName($0, beside: target) }.filter { leftover in
            // A process replaces one file at a time: a name of its own is one that it did not finish, or an earlier process's.
            guard leftover.pid == Kernel.processID || !isWriting(leftover.pid),
                let status = try? files.status(of: leftover.path, followingLinks: false)
            else { return false }
            return status.kind == .regular && status.owner == Kernel.userID
        }
    }
}
