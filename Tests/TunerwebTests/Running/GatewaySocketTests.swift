import BlockingTests
import NetworkCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

/// Tests of the real program with sockets of a service manager.
@Suite(.blocking) struct GatewaySocketTests {
    private static let one = "LISTEN_FDS=1 LISTEN_PID=$$"

    @Test(arguments: [IPAddress.loopbackV4, .loopbackV6])
    func `the gateway serves the sockets of a service manager`(address: IPAddress) throws {
        let listener = try Network.listen(at: Endpoint(address, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let gateway = try GatewayProcess("", variables: Self.one, passing: [listener.raw])
        #expect(gateway.port == local.port)
        let wire = TestPeer(try Network.connect(to: local))
        #expect(try gateway.request("GET /healthz", on: wire).status == 200)
        _ = listener
    }

    @Test(arguments: ["--port 9000", "--host 127.0.0.1"])
    func `an option for another address than the sockets of a service manager is refused`(option: String) throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV4, port: 0))
        let name = option.prefix(6)
        let result = try Program(
            script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))' \(option)",
            passing: [listener.raw]
        ).wait()
        #expect(
            result
                == Program.Result(
                    code: 1,
                    errors: "tunerweb: \(name) cannot be used with the sockets of a service manager; "
                        + "remove \(name), and set ListenStream= in the socket unit: systemctl --user edit tunerweb.socket\n"
                )
        )
        _ = listener
    }

    #if os(Linux)
    @Test func `the URL of a socket with another loopback address has this address`() throws {
        let address = try #require(IPAddress("127.0.0.2"))
        let listener = try Network.listen(at: Endpoint(address, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let gateway = try GatewayProcess("", variables: Self.one, passing: [listener.raw])
        #expect(gateway.line == "tunerweb: serving http://127.0.0.2:\(local.port)/\n")
        _ = listener
    }
    #endif

    @Test func `a socket that other machines can connect to is refused`() throws {
        let every = try #require(IPAddress("0.0.0.0"))
        let listener = try Network.listen(at: Endpoint(every, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let program = try Program(
            script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))'",
            passing: [listener.raw]
        )
        #expect(
            try program.wait()
                == Program.Result(
                    code: 1,
                    errors:
                        "tunerweb: descriptor 3 from the service manager listens on \(local), to which other machines can "
                        + "connect; set ListenStream=127.0.0.1:\(local.port) in the socket unit\n"
                )
        )
        _ = listener
    }

    @Test func `a socket that is no TCP listener, or is missing, is refused`() throws {
        let directory = try TemporaryDirectory()
        let listener = try Kernel.listen(at: try UnixAddress(directory.file("socket")), mode: 0o600)
        let unix = try Program(
            script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))'",
            passing: [listener.raw]
        ).wait()
        #expect(unix.code == 1)
        #expect(
            unix.errors.hasPrefix("tunerweb: descriptor 3 from the service manager is not a listening TCP socket; ")
        )
        let missing = try Program(script: "exec env \(Self.one) '\(BuiltProduct.path("tunerweb"))'").wait()
        #expect(missing.code == 1)
        #expect(missing.errors.hasPrefix("tunerweb: the service manager did not pass descriptor 3, "))
    }
}
