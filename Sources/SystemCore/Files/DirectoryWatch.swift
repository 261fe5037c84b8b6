private import CSystem

/// A watch on directories: reports when a name appears or disappears in them, or when a file in them was written.
package final class DirectoryWatch {
    /// The descriptor for a poller.
    ///
    /// It becomes readable after a change.
    package let descriptor: Descriptor

    /// Creates a watch without directories; nil if the system has no such watches, or if their limit is reached.
    package init?() {
        let raw = csystem_watch_begin()
        guard raw >= 0 else { return nil }
        descriptor = Descriptor(owning: raw)
    }

    /// Watches one more directory.
    ///
    /// Watching a directory twice changes nothing, and a path that is not a directory is ignored.
    package func add(_ directory: String) {
        guard !directory.utf8.contains(0) else { return }
        _ = unsafe directory.withPathBytes { unsafe csystem_watch_add(descriptor.raw, $0) }
    }

    /// Discards the recorded changes.
    ///
    /// The caller must read the directories to find out what has changed.
    package func drain() throws(SystemError) {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            var span = bytes.mutableSpan
            guard case .bytes = try Kernel.read(descriptor, into: &span) else { return }
        }
    }
}

@available(*, unavailable)
extension DirectoryWatch: Sendable {}
