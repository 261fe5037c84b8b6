import SystemCore
import TestSupport

/// A server that sends prepared texts and does not interpret what it receives.
final class ScriptedServer {
    /// One step of the script.
    enum Step: Sendable {
        case send(String)
        /// Waits until this number of bytes was received in total.
        case receive(Int)
        case endWriting
        /// Sends a text again and again until the client closes the connection.
        case flood(String)
        /// Waits until the test has released the server, so that the connection stays open.
        case waitForEnd
    }

    let address: UnixAddress
    private let directory: TemporaryDirectory
    private let thread: Running

    /// A thread that is joined at the end.
    private final class Running {
        private var thread: TestThread?
        /// The end of a pair that the thread notices when it is closed.
        private var end: Descriptor?

        init(_ thread: consuming TestThread, end: consuming Descriptor) {
            self.thread = consume thread
            self.end = consume end
        }

        deinit {
            end = nil
            thread.take()?.join()
        }
    }

    /// Creates a server that performs the steps on one connection and then closes the connection.
    init(_ steps: [Step]) throws {
        directory = try TemporaryDirectory()
        address = try UnixAddress(directory.file("socket"))
        let listener = try Kernel.listen(at: address, mode: 0o600)
        let pair = try Kernel.socketPair(nonBlocking: true)
        let (raw, rawEnd) = (listener.release(), pair.first.release())
        thread = Running(
            TestThread {
                let listener = Descriptor(owning: raw)
                let end = Descriptor(owning: rawEnd)
                do {
                    try ScriptedServer.serve(steps, on: listener, until: end)
                } catch {
                    // The client closed the connection early. The client's test checks this.
                }
            },
            end: pair.second
        )
    }

    private static func serve(
        _ steps: [Step],
        on listener: borrowing Descriptor,
        until end: borrowing Descriptor
    ) throws {
        _ = try Kernel.wait(for: .readable, on: listener, .duration(.seconds(60)))
        guard case .connection(let socket) = try Kernel.accept(listener) else { return }
        var received = 0
        for step in steps {
            switch step {
            case .send(let text):
                try send(text, on: socket)
            case .flood(let text):
                while true { try send(text, on: socket) }
            case .receive(let count):
                while received < count {
                    _ = try Kernel.wait(for: .readable, on: socket, .duration(.seconds(60)))
                    var memory = [UInt8](repeating: 0, count: 1 << 16)
                    var span = memory.mutableSpan
                    guard case .bytes(let more) = try Kernel.receive(socket, into: &span) else { return }
                    received += more
                }
            case .waitForEnd:
                _ = try Kernel.wait(for: [], on: end, .duration(.seconds(60)))
            case .endWriting:
                try Kernel.shutdownWriting(socket)
            }
        }
    }

    private static func send(_ text: String, on socket: borrowing Descriptor) throws {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            guard case .bytes(let count) = try Kernel.send(socket, bytes.span.extracting(sent...)) else {
                _ = try Kernel.wait(for: .writable, on: socket, .duration(.seconds(60)))
                continue
            }
            sent += count
        }
    }
}
