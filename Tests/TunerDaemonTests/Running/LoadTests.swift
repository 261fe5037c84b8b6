import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

/// Tests that the real daemon frees all descriptors of its clients.
@Suite(.blocking) struct LoadTests {
    private static func descriptors(of daemon: DaemonProcess) throws -> [String] {
        try Kernel.names(in: "/proc/\(daemon.program.processID)/fd").sorted()
    }

    @Test(arguments: ["epoll", "poll"]) func `the daemon closes every descriptor of its former clients`(
        poller: String
    ) throws {
        let daemon = try DaemonProcess("--poller \(poller)")
        let client = try daemon.client()
        _ = try client.call("ping", within: .seconds(60))
        let before = try Self.descriptors(of: daemon)
        let inputs = [
            "", request("ping", 1), #"{"jsonrpc""#, "Content-Length: 5\r\n\r\n{", "GET / HTTP/1.1\r\n\r\n", "[]",
            "{]\n",
            String(repeating: request("rpc.discover", 1), count: Demands.areSanitized ? 30 : 300),
            String(repeating: "[", count: 1 << 16),
        ]
        let wires = try (0..<180).map { number in
            let wire = try daemon.wire()
            try wire.write(inputs[number % inputs.count])
            if number % 2 == 0 { try wire.shutdownWriting() }
            return wire
        }
        for (number, wire) in wires.enumerated() {
            if number % 3 == 0 { _ = wire.read(atMost: 1_000) }
            wire.close()
        }
        // The daemon accepts connections in order, so it has accepted all others. Each ping takes a turn, in which
        // others can end.
        _ = try daemon.client().call("ping", within: .seconds(60))
        let deadline = Kernel.monotonicTime() + .seconds(60)
        while try Self.descriptors(of: daemon) != before, Kernel.monotonicTime() < deadline {
            _ = try client.call("ping", within: .seconds(60))
        }
        #expect(try Self.descriptors(of: daemon) == before)
        #expect(try client.call("server.info", within: .seconds(60))["connections"] == 1)
    }
}
