import LoopCore
import NetworkCore
import SystemCore
import TestSupport
import TransferCore

/// A set of transfers, and a server that the test plays.
final class TransferBench {
    let loop: EventLoop
    let transfers: Transfers
    let url: String
    private let listener: Descriptor

    init() throws {
        loop = try EventLoop()
        transfers = Transfers(on: loop, agent: "test/1")
        listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        url = "http://\(try Network.localEndpoint(of: listener))/path?query"
    }

    /// Runs the loop until a client has connected, and returns the server's end.
    func accept() throws -> TestPeer {
        while true {
            if case .connection(let socket) = try Kernel.accept(listener) { return TestPeer(socket) }
            try turn()
        }
    }

    /// Runs the loop until the server has read the head of a request.
    func request(on peer: TestPeer) throws -> String {
        var text = peer.read()
        while !text.contains("\r\n\r\n"), !peer.endWasRead {
            try turn()
            text += peer.read()
        }
        return text
    }

    /// Runs the loop until a condition is true.
    func run(until isEnough: () -> Bool) throws { while !isEnough() { try turn() } }

    /// Runs one turn, which does not wait long: the test plays the server between two turns.
    private func turn() throws {
        loop.schedule(after: .milliseconds(1)) {}
        try loop.turn()
    }
}
