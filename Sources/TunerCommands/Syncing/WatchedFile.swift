import SystemCore

/// A file that people save in their ways: in place, by putting another in its place, through links.
struct WatchedFile: ~Copyable {
    /// Where the kernel does not tell what changes, and for folders that are made only later.
    static let pause = Duration.seconds(1)

    let path: String
    private let watch: FolderWatch?
    private var content: ChangingFile

    /// Looks at nothing yet.
    init(_ path: String) {
        self.path = path
        content = ChangingFile(path)
        watch = FolderWatch()
    }

    /// What it holds, where that is something else than when it was read last.
    mutating func readIfChanged() throws(SystemError) -> [UInt8]? {
        watchFolders()
        return try content.readIfChanged(at: Kernel.wallTime())
    }

    /// Every folder in which a name leads to the file: any of them may change.
    private func watchFolders() {
        guard let watch, let target = try? FileReplacement.target(of: path) else { return }
        for path in target.others + [target.path] { watch.add(Path.folder(of: path)) }
    }

    /// Adds the watched folders to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        if let watch { try poller.add(watch.descriptor, token: token, interest: .readable) }
    }

    /// Forgets that something may have changed.
    func drain() throws(SystemError) {
        try watch?.drain()
    }
}
