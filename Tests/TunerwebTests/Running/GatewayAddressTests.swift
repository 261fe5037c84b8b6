import BlockingTests
import NetworkCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

/// Tests of the addresses at which the real program listens.
@Suite(.blocking) struct GatewayAddressTests {
    @Test func `a second gateway on the port names the first one, and the option for another port`() throws {
        let gateway = try GatewayProcess()
        let directory = try TemporaryDirectory()
        let result = try GatewayProcess.run("--port \(gateway.port)", in: directory)
        #expect(result.code == 3)
        #expect(
            result.errors
                == "tunerweb: tunerweb (pid \(gateway.program.processID)) listens on 127.0.0.1:\(gateway.port) "
                + "already; stop it, or choose another port with --port\n"
        )
    }

    @Test func `the port of only one of the addresses is in use`() throws {
        let listener = try Network.listen(at: Endpoint(.loopbackV6, port: 0))
        let local = try Network.localEndpoint(of: listener)
        let result = try GatewayProcess.run("--port \(local.port)", in: try TemporaryDirectory())
        #expect(result.code == 3)
        #expect(result.errors.contains("(pid \(Kernel.processID)) listens on [::1]:\(local.port) already"))
        // The option for one address avoids the other one.
        let gateway = try GatewayProcess("--port \(local.port) --host 127.0.0.1")
        #expect(gateway.line == "tunerweb: serving http://127.0.0.1:\(local.port)/\n")
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "fe80::1"])
    func `an address that other machines can connect to is refused with the way to do it`(address: String) throws {
        let result = try GatewayProcess.run("--port 9000 --host \(address)", in: try TemporaryDirectory())
        #expect(
            result
                == Program.Result(
                    code: 1,
                    errors:
                        "tunerweb: \(address) is not a loopback address, and tunerweb serves only this machine; "
                        + "from another machine, use: ssh -L 9000:localhost:9000 HOST\n"
                )
        )
    }

    @Test func `the way from another machine has a port that ssh accepts, also with port 0`() throws {
        let result = try GatewayProcess.run("--port 0 --host 0.0.0.0", in: try TemporaryDirectory())
        #expect(result.code == 1)
        #expect(result.errors.hasSuffix("use: ssh -L 8081:localhost:8081 HOST\n"))
    }

    @Test func `the host localhost is the default`() throws {
        let gateway = try GatewayProcess("--port 0 --host localhost")
        #expect(gateway.line == "tunerweb: serving http://localhost:\(gateway.port)/\n")
        #expect(try gateway.request("GET /healthz").status == 200)
    }
}
