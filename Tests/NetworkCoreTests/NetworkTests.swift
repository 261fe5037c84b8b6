import NetworkCore
import SystemCore
import TestSupport
import Testing

struct NetworkTests {
    @Test(arguments: ["127.0.0.1", "127.8.9.10", "::1"])
    func `these addresses are loopback addresses`(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isLoopback)
        #expect(address.description == text)
    }

    @Test(arguments: ["0.0.0.0", "128.0.0.1", "126.255.255.255", "::", "::2", "fe80::1", "192.168.1.7", "1::1"])
    func `these addresses are no loopback addresses`(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isLoopback)
        #expect(address.description == text)
    }

    @Test(arguments: ["", "localhost", "127.0.0.1 ", "127.1", "1.2.3.4.5", "[::1]", "::1%lo", ":::", "127.0.0.1\0"])
    func `these texts are no addresses`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func `an IPv4 address inside an IPv6 address is the IPv4 address`() {
        #expect(IPAddress("::ffff:127.0.0.1") == .loopbackV4)
        #expect(IPAddress("::ffff:7f00:1") == .loopbackV4)
        // The obsolete form without ffff is an IPv6 address.
        #expect(IPAddress("::127.0.0.1")?.isLoopback == false)
    }

    @Test func `an endpoint is written as in a URL`() {
        #expect("\(Endpoint(.loopbackV4, port: 8081))" == "127.0.0.1:8081")
        #expect("\(Endpoint(.loopbackV6, port: 0))" == "[::1]:0")
        #expect(Endpoint(.loopbackV6, port: 0).host == "[::1]")
    }

    @Test(arguments: [IPAddress.loopbackV4, .loopbackV6])
    func `a listener at port 0 has a free port, and carries bytes both ways`(address: IPAddress) throws {
        let listener = try Network.listen(at: Endpoint(address, port: 0))
        let local = try Network.localEndpoint(of: listener)
        #expect(local.address == address)
        #expect(local.port != 0)
        let isListener = Network.isListener(listener)
        #expect(isListener)
        let connection = try Connection(to: local, of: listener)
        try Network.sendAtOnce(connection.accepted.descriptor)
        let client = try Network.localEndpoint(of: connection.client.descriptor)
        #expect(client == connection.peer)
        #expect(connection.local == local)
        let acceptedIsListener = Network.isListener(connection.accepted.descriptor)
        #expect(!acceptedIsListener)
        let bytes: [UInt8] = [1, 2, 3]
        let sent = try Kernel.send(connection.client.descriptor, bytes.span)
        #expect(sent == .bytes(3))
        _ = try Kernel.wait(for: .readable, on: connection.accepted.descriptor, .duration(.seconds(60)))
        var memory = [UInt8](repeating: 0, count: 8)
        var span = memory.mutableSpan
        let received = try Kernel.receive(connection.accepted.descriptor, into: &span)
        #expect(received == .bytes(3))
        #expect(memory.prefix(3) == bytes[...])
    }

    #if os(Linux)
    @Test func `with a limit, the kernel accepts little for a client that reads nothing`() throws {
        func accepted(limit: Int32?) throws -> Int {
            let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
            let connection = try Connection(to: try Network.localEndpoint(of: listener), of: listener)
            if let limit {
                try Network.limitUnsent(of: connection.accepted.descriptor, to: limit)
            }
            let part = [UInt8](repeating: 0, count: 8 << 10)
            var sum = 0
            while case .bytes(let count) = try Kernel.send(connection.accepted.descriptor, part.span) { sum += count }
            return sum
        }
        let limited = try accepted(limit: 8 << 10)
        #expect(limited > 8 << 10)
        #expect(try accepted(limit: nil) > 4 * limited)
    }
    #endif

    @Test func `a port in use is EADDRINUSE, and the error names the endpoint`() throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let local = try Network.localEndpoint(of: listener)
        #expect(throws: SystemError("bind", .addressInUse, path: "\(local)")) { _ = try Network.listen(at: local) }
    }

    @Test func `a Unix socket and a pipe are no TCP listeners`() throws {
        let directory = try TemporaryDirectory()
        let listener = try Kernel.listen(at: try UnixAddress(directory.file("socket")), mode: 0o600)
        let pipe = try Kernel.pipe()
        let areListeners = (Network.isListener(listener), Network.isListener(pipe.first))
        #expect(areListeners == (false, false))
    }

    @Test(arguments: [IPAddress.loopbackV4, .loopbackV6])
    func `the holder of a port is found with its process`(address: IPAddress) throws {
        let listener = try Network.listen(at: Endpoint(address, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let holder = PortHolder(of: local)
        #expect(holder?.user == Kernel.userID)
        #expect(holder?.processID == Kernel.processID)
        #expect(holder?.name == Kernel.processName(of: Kernel.processID))
    }

    @Test func `the holder of a port of every address is found, too`() throws {
        let every = try #require(IPAddress("0.0.0.0"))
        let listener = try Network.listen(at: Endpoint(every, port: 0))
        let port = try Network.localEndpoint(of: listener).port
        #expect(PortHolder(of: Endpoint(.loopbackV4, port: port))?.processID == Kernel.processID)
    }

    @Test func `nobody holds a port that is free`() throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let local = try Network.localEndpoint(of: listener)
        // A connection from a port does not hold it.
        let client = try Network.connect(to: local)
        let peer = try Network.localEndpoint(of: client)
        #expect(PortHolder(of: peer) == nil)
    }
}
