import JSONCore
import SystemCore

/// A server that sends all bytes back without reading them.
///
/// The difference to another server is that server's own cost.
struct EchoServer: ~Copyable {
    private let listener: Descriptor
    private let poller: Poller
    /// The connections by descriptor number, which is the poller's token.
    private var connections: [EchoConnection?] = []
    private var events: [PollerEvent] = []
    private var input = ByteBuffer(minimumCapacity: 256 << 10)

    init(at address: UnixAddress) throws(SystemError) {
        let listener = try Kernel.listen(at: address, mode: 0o600)
        let poller = try Poller()
        try poller.add(listener, token: UInt64(listener.raw), interest: .readable)
        self.listener = listener
        self.poller = poller
    }

    /// Serves until the process ends.
    mutating func run() throws(SystemError) -> Never {
        while true {
            try poller.wait(.forever, into: &events)
            for index in events.indices {
                let token = Int(events[index].token)
                if token == Int(listener.raw) {
                    try accept()
                } else if let connection = connections[token] {
                    if try !connection.ready(poller: poller, input: &input) {
                        try poller.remove(connection.socket)
                        connections[token] = nil
                    }
                }
            }
        }
    }

    private mutating func accept() throws(SystemError) {
        while case .connection(let socket) = try Kernel.accept(listener) {
            let token = Int(socket.raw)
            try poller.add(socket, token: UInt64(token), interest: .readable)
            while connections.count <= token { connections.append(nil) }
            connections[token] = EchoConnection(socket)
        }
    }
}
