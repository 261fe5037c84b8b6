import JSONCore
package import SystemCore

/// A client's connection over its socket, for a client that does not wait here.
package final class ClientSocket<Call> {
    /// The connection's value.
    package var connection: ClientConnection<Call>
    /// Whether the server has closed its side, or is gone.
    package private(set) var hasEnded = false
    private let socket: Descriptor
    private var input = ByteBuffer()

    /// Takes over a socket that does not block.
    package init(_ socket: consuming Descriptor, limits: FramingLimits = .answers) {
        self.socket = socket
        connection = ClientConnection(limits: limits)
    }

    /// Sends what the kernel takes; returns whether that was all.
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

    /// Receives what has come, up to about a limit; returns how many bytes that was.
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
            // The kernel had no more.
            if received < room { break }
        }
        return count
    }

    /// Passes each event of what was received to a body, which may make calls; returns how many there were.
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

    /// Passes the socket to a body that waits for it.
    package func withSocket<Value>(
        _ body: (borrowing Descriptor) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try body(socket)
    }
}

@available(*, unavailable)
extension ClientSocket: Sendable {}
