import SystemCore

/// A file that other programs may save in place, by replacing it, or through symbolic links.
struct WatchedFile: ~Copyable {
    /// The poll interval, for systems without notifications and for directories that do not exist yet.
    static let pause = Duration.seconds(1)

    let path: String
    private let watch: DirectoryWatch?
    private var content: ChangingFile

    /// Creates a watch, without reading the file yet.
    init(_ path: String) {
        self.path = path
        content = ChangingFile(path)
        watch = DirectoryWatch()
    }

    /// Returns the content if it differs from the last content.
    mutating func readIfChanged() throws(SystemError) -> [UInt8]? {
        watchDirectories()
        return try content.readIfChanged(at: Kernel.wallTime())
    }

    /// Watches every directory on the way of the symbolic links, because each of them may change.
    private func watchDirectories() {
        guard let watch, let target = try? FileReplacement.target(of: path) else { return }
        for path in target.others + [target.path] { watch.add(Path.directory(of: path)) }
    }

    /// Adds the watched directories to a poller.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        if let watch { try poller.add(watch.descriptor, token: token, interest: .readable) }
    }

    /// Clears the pending notifications.
    func drain() throws(SystemError) {
        try watch?.drain()
    }
}
