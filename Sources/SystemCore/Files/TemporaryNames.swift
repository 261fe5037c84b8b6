/// The names of the temporary files that processes write before they rename each over the real file.
///
/// A process that is killed leaves its temporary file. The next process that writes the same file removes it.
package struct TemporaryNames: Sendable {
    /// The limit for the bytes of a file's name in the name of a temporary file.
    ///
    /// The name of a temporary file has at most 50 bytes more. The sum is 143, the limit of an encrypted file system
    /// (eCryptfs).
    private static let longestStem = 93

    private let path: String
    private let name: String

    /// Creates the names for temporary files next to `path`, of the form `.NAME-PID.new`.
    package init(beside path: String) {
        self.path = path
        name = TemporaryNames.stem(of: path)
    }

    /// Returns the part of a temporary file's name that identifies its file.
    package static func stem(of path: String) -> String {
        CompanionName.stem(of: path, atMost: longestStem)
    }

    /// Returns the path for this process; different numbers give different paths for use at the same time.
    package func path(number: Int? = nil) -> String {
        "\(Path.directory(of: path))/.\(name)-\(Kernel.processID)\(number.map { "-\($0)" } ?? "").new"
    }

    /// Removes the temporary files of this user whose processes no longer run; ignores errors.
    package func removeLeftovers(
        in files: any FileSystem = KernelFileSystem(),
        isWriting: (_ pid: Int32) -> Bool = { Kernel.isProcess($0) }
    ) {
        let directory = Path.directory(of: path)
        for name in (try? files.names(in: directory)) ?? [] {
            guard let pid = pid(in: name), pid != Kernel.processID, !isWriting(pid) else { continue }
            let leftover = "\(directory)/\(name)"
            guard let status = try? files.status(of: leftover, followingLinks: false), status.kind == .regular,
                status.owner == Kernel.userID
            else { continue }
            try? files.removeFile(leftover)
        }
    }

    /// Returns the pid in the name of a temporary file for this path; nil for other names.
    private func pid(in candidate: String) -> Int32? {
        let prefix = Array(".\(name)-".utf8)
        let suffix = Array(".new".utf8)
        let bytes = Array(candidate.utf8)
        guard bytes.count > prefix.count + suffix.count, bytes.starts(with: prefix), bytes.suffix(4) == suffix[...]
        else {
            return nil
        }
        let parts = bytes[prefix.count..<(bytes.count - suffix.count)]
            .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int32(String(decoding: part, as: UTF8.self)) : nil
        }
        guard numbers.count <= 2, let pid = numbers[0], !numbers.contains(nil) else { return nil }
        return pid
    }
}
