import JSONCore
import LoopCore
import SystemCore

/// Standard output, which receives the messages of the server.
///
/// The stream may be blocking, and other programs may share it. So each write is small enough not to block.
final class EditorOutput: EventSource {
    /// The largest write that does not block while a pipe is writable (`PIPE_BUF`).
    private static let portion = 4_096

    /// Whether the client no longer reads.
    private(set) var isClosed = false
    private let server: any MessageServer
    private let loop: EventLoop
    private var isWaiting = false

    init(_ server: any MessageServer, on loop: EventLoop) throws(SystemError) {
        (self.server, self.loop) = (server, loop)
        try Kernel.withStandardOutput { (output) throws(SystemError) in
            try loop.add(output, source: self, interest: [])
        }
    }

    /// Waits until the output is writable, if the server has messages.
    func writeWhenPossible() {
        let mustWait = server.hasOutput && !isClosed
        guard mustWait != isWaiting, !isClosed else { return }
        isWaiting = mustWait
        do throws(SystemError) {
            try Kernel.withStandardOutput { (output) throws(SystemError) in
                try loop.modify(output, interest: mustWait ? .writable : [])
            }
        } catch {
            close()
        }
    }

    func ready(_ readiness: Readiness) {
        guard readiness.isDisjoint(with: [.hangup, .error]) else { return close() }
        guard readiness.isWritable else { return }
        do throws(SystemError) {
            try server.write { (bytes) throws(SystemError) in
                let part = bytes.extracting(0..<min(bytes.count, EditorOutput.portion))
                let transfer = try Kernel.withStandardOutput { (output) throws(SystemError) in
                    try Kernel.write(output, part)
                }
                guard case .bytes(let count) = transfer else { return 0 }
                return count
            }
        } catch {
            close()
        }
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        try? Kernel.withStandardOutput { (output) throws(SystemError) in try loop.remove(output) }
    }
}
