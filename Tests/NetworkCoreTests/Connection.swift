import NetworkCore
import SystemCore

/// Both ends of a TCP connection on this machine.
final class Connection {
    /// A descriptor that closes when the last reference is released.
    final class Socket {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    private(set) var client: Socket
    let accepted: Socket
    let local: Endpoint
    let peer: Endpoint

    init(to endpoint: Endpoint, of listener: borrowing Descriptor, throughV6: Bool = false) throws {
        client = Socket(try Network.connect(to: endpoint, throughV6: throughV6))
        _ = try Kernel.wait(for: .readable, on: listener, .duration(.seconds(60)))
        guard case .connection(let descriptor) = try Kernel.accept(listener) else {
            throw SystemError("accept", .wouldBlock)
        }
        local = try Network.localEndpoint(of: descriptor)
        peer = try Network.peerEndpoint(of: descriptor)
        accepted = Socket(descriptor)
    }

    /// Closes the client's end, even if a child process of another test has a copy of the descriptor.
    func closeClient() throws {
        let pair = try Kernel.socketPair(nonBlocking: true)
        try Kernel.replace(client.descriptor, with: pair.first)
    }
}
