import SystemCore
import TestSupport

/// A server that responds to one client: request N, from 1, receives the result of `respond`; nil ends the connection.
struct ScriptedServer: ~Copyable {
    let address: UnixAddress
    private let directory: TemporaryDirectory
    private let thread: TestThread

    init(inPieces: Bool = false, _ respond: @escaping @Sendable (Int) -> String?) throws {
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("socket"))
        let listener = try Kernel.listen(at: address, mode: 0o600).release()
        thread = TestThread { try? Self.serve(Descriptor(owning: listener), inPieces, respond) }
        self.directory = directory
        self.address = address
    }

    /// Waits until the client has disconnected.
    consuming func join() { thread.join() }

    private static func serve(
        _ listener: consuming Descriptor,
        _ inPieces: Bool,
        _ respond: (Int) -> String?
    ) throws {
        _ = try Kernel.wait(for: .readable, on: listener, .duration(.seconds(60)))
        guard case .connection(let client) = try Kernel.accept(listener) else { return }
        var requests = 0
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            _ = try Kernel.wait(for: .readable, on: client, .duration(.seconds(60)))
            var room = buffer.mutableSpan
            guard case .bytes(let count) = try Kernel.receive(client, into: &room) else { return }
            for byte in buffer[..<count] where byte == UInt8(ascii: "\n") {
                requests += 1
                guard let text = respond(requests) else { return }
                let bytes = Array(text.utf8)
                for start in stride(from: 0, to: bytes.count, by: inPieces ? 1 : max(1, bytes.count)) {
                    let end = inPieces ? start + 1 : bytes.count
                    _ = try Kernel.send(client, bytes[start..<end].span)
                }
            }
        }
    }
}
