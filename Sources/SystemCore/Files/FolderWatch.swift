private import CSystem

/// Tells when names in some folders come or go, or what they name has been written.
package final class FolderWatch {
    /// Give this to a poller, to be readable.
    package let descriptor: Descriptor

    /// Watches no folder yet; nil where the system has no way to tell, or no more of them.
    package init?() {
        let raw = csystem_watch_begin()
        guard raw >= 0 else { return nil }
        descriptor = Descriptor(owning: raw)
    }

    /// Watches one more; the same again changes nothing, and what is no folder is passed over.
    package func add(_ folder: String) {
        guard !folder.utf8.contains(0) else { return }
        _ = unsafe folder.withPathBytes { unsafe csystem_watch_add(descriptor.raw, $0) }
    }

    /// Takes what was told; whoever is interested looks for himself.
    package func drain() throws(SystemError) {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            var span = bytes.mutableSpan
            guard case .bytes = try Kernel.read(descriptor, into: &span) else { return }
        }
    }
}

@available(*, unavailable)
extension FolderWatch: Sendable {}
