import JSONCore
import LoopCore
package import SystemCore

/// A client's connection together with its socket, for a client with its own event loop.
///
/// No function here blocks.
package final class ClientSocket<Call> {
    package var connection: ClientConnection<Call>
    /// Whether the server has closed its sending side or is gone.
    package private(set) var hasEnded = false
    private let socket: Descriptor
    private var input = ByteBuffer()

    /// Creates a connection that owns `socket`, which must be non-blocking.
    package init(_ socket: consuming Descriptor, limits: FramingLimits = .responses) {
        self.socket = socket
        connection = ClientConnection(limits: limits)
    }

    /// Sends as many bytes of the output as the kernel accepts; returns whether it accepted all of them.
    package func flush() throws(SystemError) -> Bool {
        while !connection.output.isEmpty {
            let transfer = try connection.output.withBytes { (bytes) throws(SystemError) in
                try Kernel.send(socket, bytes)
            }
            guard case .bytes(let count) = transfer else { return false }
            connection.output.removeFirst(count)
        }
        return true
    }

    /// Receives the bytes that are available, and returns their number.
    ///
    /// The function stops once it has received `limit` bytes, so the number can exceed the limit by one read.
    package func receive(atMost limit: Int) throws(SystemError) -> Int {
        let room = min(limit, 64 << 10)
        var count = 0
        while count < limit {
            let transfer = try unsafe input.receive(room: room) { (memory) throws(SystemError) in
                try unsafe Kernel.receive(socket, into: memory)
            }
            hasEnded = transfer == .end
            guard case .bytes(let received) = transfer else { break }
            count += received
            // A short read means that no more bytes are available.
            if received < room { break }
        }
        return count
    }

    /// Passes each received event to `body`, and returns the number of events.
    ///
    /// `body` may make new calls.
    @discardableResult
    package func read(_ body: (ClientConnection<Call>.Event, Span<UInt8>) -> Void) -> Int {
        var count = 0
        var buffer = ByteBuffer()
        swap(&buffer, &input)
        buffer.withBytes { bytes in
            while let event = connection.next(in: bytes, isWhole: hasEnded) {
                count += 1
                body(event, bytes)
            }
        }
        connection.removeRead(from: &buffer)
        swap(&buffer, &input)
        return count
    }

    /// Passes the socket to `body`, so that a caller can wait for it.
    package func withSocket<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try body(socket)
    }
}

@available(*, unavailable)
extension ClientSocket: Sendable {}
