import BlockingTests
import NetworkCore
import OptionCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the start and the end of the real program.
@Suite(.blocking) struct GatewayRunningTests {
    @Test func `the gateway serves its page and its health on every loopback address`() throws {
        let gateway = try GatewayProcess()
        #expect(gateway.line == "tunerweb: serving http://localhost:\(gateway.port)/\n")
        for (address, host) in [(IPAddress.loopbackV4, "127.0.0.1"), (.loopbackV6, "[::1]")] {
            let wire = try gateway.connect(to: address)
            let page = try gateway.request("GET /", host: "\(host):\(gateway.port)", on: wire)
            #expect(page.status == 200)
            #expect(page.field("Content-Type") == "text/html; charset=utf-8")
            // The page has no script of its text, and no file from elsewhere.
            #expect(page.content.contains(#"<script type="module" src="/page/main.js"></script>"#))
            #expect(page.content.matches(of: /(src|href)="(?!\/page\/)/).isEmpty)
        }
        let health = try gateway.request("GET /healthz")
        #expect(health.status == 200)
        #expect(health.content == "ok\n")
        #expect(try gateway.request("GET /nothing").status == 404)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends the gateway in order`(signal: Int32) throws {
        let gateway = try GatewayProcess()
        let idle = try gateway.connect()
        #expect(gateway.manager.next() == "READY=1\nSTATUS=serving http://localhost:\(gateway.port)/")
        try gateway.program.send(signal)
        #expect(gateway.manager.next() == "STOPPING=1\nSTATUS=ending")
        #expect(try gateway.program.wait() == Program.Result(code: 0, errors: gateway.line))
        #expect(idle.hasEnded)
    }

    @Test func `with --stop-on-eof, the gateway ends at the end of its input`() throws {
        let directory = try TemporaryDirectory()
        _ = try Program(script: "mkfifo \"$1\"", [directory.file("input")]).wait()
        // The shell holds the other end, until it is killed.
        let holder = try Program(script: "exec 3<>\"$1\"; echo ready; exec sleep 600", [directory.file("input")])
        _ = try holder.line()
        let gateway = try GatewayProcess("--port 0 --stop-on-eof <'\(directory.file("input"))'", in: directory)
        #expect(try gateway.request("GET /healthz").status == 200)
        try holder.crash()
        #expect(try gateway.program.wait() == Program.Result(code: 0, errors: gateway.line))
    }

    @Test func `an input that cannot end is refused`() throws {
        let result = try GatewayProcess.run("--port 0 --stop-on-eof </dev/null", in: try TemporaryDirectory())
        #expect(result.code == 1, "\(result)")
        #expect(result.errors.contains("standard input is not a pipe"), "\(result)")
    }

    @Test func `a hangup signal changes nothing`() throws {
        let gateway = try GatewayProcess()
        try gateway.program.send(SIGHUP)
        #expect(try gateway.request("GET /healthz").status == 200)
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test func `a request of the own user stops the gateway, after its response`() throws {
        let gateway = try GatewayProcess()
        let response = try gateway.request(GatewayProcess.change, ["Content-Length: 2"], body: "{}")
        #expect(response.status == 200)
        #expect(response.content == "{\"stopping\":true}\n")
        #expect(try gateway.program.wait().code == 0)
    }

    @Test(arguments: ["GET", "HEAD", "PUT"])
    func `no other method stops the gateway`(method: String) throws {
        let gateway = try GatewayProcess()
        #expect(try gateway.request("\(method) /api/shutdown").status == 405)
        #expect(try gateway.request("GET /healthz").status == 200)
    }

    @Test func `help, version and the manual page are printed, and a wrong option is refused`() throws {
        let directory = try TemporaryDirectory()
        #expect(try GatewayProcess.run("--help", in: directory).output == GatewayHelp.text(terminalColumns: nil))
        #expect(try GatewayProcess.run("--man", in: directory).output == GatewayManual.text)
        #expect(try GatewayProcess.run("-V", in: directory).output.hasPrefix("tunerweb "))
        let wrong = try GatewayProcess.run("--prot 1", in: directory)
        #expect(wrong.code == 2)
        #expect(wrong.errors == "tunerweb: there is no option --prot; did you mean --port?; see tunerweb --help\n")
        #expect(try Kernel.names(in: directory.path) == [])
    }

    @Test func `clients leave no descriptors behind`() throws {
        let gateway = try GatewayProcess()
        let files = "/proc/\(gateway.program.processID)/fd"
        #expect(try gateway.request("GET /healthz").status == 200)
        #expect(try eventually { try gateway.request("GET /healthz").status == 200 })
        let before = try Kernel.names(in: files).count
        for round in 0..<200 {
            let wire = try gateway.connect()
            switch round % 4 {
            case 0: break
            case 1: try wire.write("GET / HTTP/1.1\r\nHost: \(gateway.host)\r\n\r\n")
            case 2: try wire.write("POST /api/shutdown HTTP/1.1\r\nHost: evil\r\nContent-Length: 5\r\n\r\nab")
            default: try wire.write("nonsense")
            }
            wire.close()
        }
        #expect(try eventually { try Kernel.names(in: files).count == before })
    }
}
