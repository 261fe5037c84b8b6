import JSONCore
import LoadGenerator
import SystemCore

/// A client of the echo server.
final class EchoConnection {
    let socket: Descriptor
    /// The bytes that the client has not received yet; the server reads no more while there are any.
    private var output = ByteBuffer()

    init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// Sends the received bytes back; returns false if the client has disconnected.
    func ready(poller: borrowing Poller, input: inout ByteBuffer) throws(SystemError) -> Bool {
        do {
            return try output.isEmpty ? echo(poller: poller, input: &input) : flush(poller: poller)
        } catch  where error.errno.meansPeerIsGone {
            return false
        }
    }

    private func echo(poller: borrowing Poller, input: inout ByteBuffer) throws(SystemError) -> Bool {
        input.removeAll()
        let transfer = try Kernel.receive(socket, into: &input)
        guard !input.isEmpty else { return transfer != .end }
        let sent = try input.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
        if case .bytes(let count) = sent { input.removeFirst(count) }
        if !input.isEmpty {
            output.append(contentsOf: input)
            try poller.modify(socket, token: UInt64(socket.raw), interest: .writable)
        }
        return true
    }

    private func flush(poller: borrowing Poller) throws(SystemError) -> Bool {
        let sent = try output.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
        if case .bytes(let count) = sent { output.removeFirst(count) }
        if output.isEmpty {
            try poller.modify(socket, token: UInt64(socket.raw), interest: .readable)
        }
        return true
    }
}
