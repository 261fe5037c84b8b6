import SystemCore
import TestSupport

/// A listener that sends one text to each client and is no daemon.
final class ChattyListener {
    private let thread: JoinedThread

    init(_ path: String, sending text: String) throws {
        let raw = try Kernel.listen(at: try UnixAddress(path), mode: 0o600).release()
        thread = JoinedThread(
            TestThread {
                let listener = Descriptor(owning: raw)
                let bytes = Array(text.utf8)
                do {
                    _ = try Kernel.wait(for: .readable, on: listener, .duration(.seconds(60)))
                    guard case .connection(let socket) = try Kernel.accept(listener) else { return }
                    _ = try Kernel.send(socket, bytes.span)
                    _ = try Kernel.wait(for: [], on: socket, .duration(.seconds(60)))
                } catch {
                    // The test checks a client that has disconnected early.
                }
            }
        )
    }
}
