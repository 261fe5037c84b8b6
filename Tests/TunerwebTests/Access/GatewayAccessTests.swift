import BlockingTests
import JSONCore
import NetworkCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

/// Tests of who may use the real program, by host, origin, credential and user.
@Suite(.blocking) struct GatewayAccessTests {
    @Test(arguments: ["evil.example", "localhost", "localhost:1", "127.0.0.2:PORT", "localhost.:PORT", "[::]:PORT"])
    func `a host that is not ours is refused, also with the token and for WebSocket and events`(host: String) throws {
        let gateway = try GatewayProcess()
        let name = host.replacing("PORT", with: "\(gateway.port)")
        for fields in [
            [], [try gateway.bearer], ["Connection: Upgrade", "Upgrade: websocket"], ["Accept: text/event-stream"],
        ] {
            for line in ["GET /", "GET /healthz", "GET /nothing", GatewayProcess.change, "OPTIONS /"] {
                #expect(try gateway.request(line, fields, host: name).status == 403, "\(line) \(fields)")
            }
        }
    }

    @Test func `the gateway serves the URL that it prints, also at another loopback address`() throws {
        let gateway = try GatewayProcess("--port 0 --host 127.0.0.2")
        let host = "127.0.0.2:\(gateway.port)"
        #expect(gateway.line == "tunerweb: serving http://\(host)/\n")
        let address = try #require(IPAddress("127.0.0.2"))
        let own = ["Origin: http://\(host)", try gateway.bearer]
        #expect(try gateway.request("GET /", host: host, on: try gateway.connect(to: address)).status == 200)
        #expect(try gateway.request("GET /tune", own, host: host, on: try gateway.connect(to: address)).status == 503)
        let other = "127.0.0.3:\(gateway.port)"
        #expect(try gateway.request("GET /", host: other, on: try gateway.connect(to: address)).status == 403)
    }

    @Test func `a name of --allow-host is ours`() throws {
        let gateway = try GatewayProcess("--port 0 --allow-host desk --allow-host tunnel:9000")
        #expect(try gateway.request("GET /", host: "desk:\(gateway.port)").status == 200)
        #expect(try gateway.request("GET /", host: "tunnel:9000").status == 200)
        #expect(try gateway.request("GET /", host: "tunnel:\(gateway.port)").status == 403)
    }

    @Test(arguments: [
        "null", "http://evil.example", "http://localhost:1", "https://localhost:PORT", "http://127.0.0.1:PORT",
    ])
    func `an origin that is not ours is refused, also with every credential`(origin: String) throws {
        let gateway = try GatewayProcess()
        let field = "Origin: \(origin.replacing("PORT", with: "\(gateway.port)"))"
        for credential in [try gateway.bearer, try gateway.cookie] {
            let response = try gateway.request(GatewayProcess.change, [field, credential])
            #expect(response.status == 403)
            #expect(response.field("Access-Control-Allow-Origin") == nil)
            #expect(try gateway.request("OPTIONS /api/shutdown", [field]).status == 403)
            #expect(try gateway.request("GET /", [field, credential]).status == 403)
        }
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `a page of another site is refused, also with every credential`(site: String) throws {
        let gateway = try GatewayProcess()
        let fields = ["Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"]
        for credential in [try gateway.bearer, try gateway.cookie] {
            #expect(try gateway.request(GatewayProcess.change, fields + [credential]).status == 403)
            #expect(try gateway.request("GET /healthz", fields + [credential]).status == 403)
        }
    }

    @Test(arguments: ["Origin: http://localhost:PORT", "Sec-Fetch-Site: none", "Sec-Fetch-Mode: cors", "Cookie: a=b"])
    func `a browser of the own user needs a credential`(field: String) throws {
        let gateway = try GatewayProcess()
        let field = field.replacing("PORT", with: "\(gateway.port)")
        let response = try gateway.request(GatewayProcess.change, [field])
        #expect(response.status == 401)
        #expect(response.field("WWW-Authenticate") == "Bearer realm=\"tunerweb\"")
        #expect(try gateway.request(GatewayProcess.change, [field, "Authorization: Bearer wrong"]).status == 401)
        #expect(try gateway.request(GatewayProcess.change, [field, try gateway.bearer]).status == 200)
        #expect(try gateway.program.wait().code == 0)
    }

    @Test func `an allowed origin needs the token, and may then read the response`() throws {
        let gateway = try GatewayProcess("--port 0 --allow-origin https://app.example")
        let origin = "Origin: https://app.example"
        let preflight = try gateway.request("OPTIONS /api/shutdown", [origin, "Access-Control-Request-Method: POST"])
        #expect(preflight.status == 204)
        #expect(preflight.field("Access-Control-Allow-Origin") == "https://app.example")
        #expect(preflight.field("Access-Control-Allow-Methods") == "POST, OPTIONS")
        #expect(preflight.field("Access-Control-Allow-Credentials") == nil)
        for credential in [[], ["Authorization: Bearer wrong"], [try gateway.cookie]] {
            let refused = try gateway.request(GatewayProcess.change, [origin] + credential)
            #expect(refused.status == 401)
            #expect(refused.field("Access-Control-Allow-Origin") == "https://app.example")
        }
        let own = try gateway.request("GET /healthz")
        #expect(own.field("Access-Control-Allow-Origin") == nil)
        #expect(own.field("Vary") == "Origin")
        let response = try gateway.request(GatewayProcess.change, [origin, try gateway.bearer])
        #expect(response.status == 200)
        #expect(response.field("Access-Control-Allow-Origin") == "https://app.example")
        #expect(response.field("Vary") == "Origin")
    }

    @Test(.needsRoot) func `a process of another user needs the token`() throws {
        let gateway = try GatewayProcess()
        #expect(try gateway.requestOfOther("GET /healthz").status == 200)
        #expect(try gateway.requestOfOther(GatewayProcess.change).status == 401)
        #expect(try gateway.requestOfOther(GatewayProcess.change, [try gateway.cookie]).status == 401)
        let origin = "Origin: http://\(gateway.host)"
        #expect(try gateway.requestOfOther(GatewayProcess.change, [try gateway.cookie, origin]).status == 401)
        #expect(try gateway.requestOfOther(GatewayProcess.change, ["Authorization: Bearer wrong"]).status == 401)
        #expect(try gateway.requestOfOther(GatewayProcess.change, [try gateway.bearer]).status == 200)
        #expect(try gateway.program.wait().code == 0)
    }

    @Test(
        .needsRoot,
        arguments: [
            "GET /tune", "GET /tune/a", "PUT /tune/a/1", "PUT /tune/a", "DELETE /tune/a", "POST /tune",
            "GET /api/tweaks", "GET /api/ping", "GET /events", "POST /rpc", "GET /rpc", "GET /ws", "GET /metrics",
            "POST /ofrep/v1/evaluate/flags", "POST /ofrep/v1/evaluate/flags/a", "GET /ofrep/v1/events",
            "POST /api/shutdown",
        ]
    )
    func `a program of another user without the token is refused on each path`(line: String) throws {
        let gateway = try GatewayProcess()
        let daemon = try RunningDaemon(in: gateway.directory)
        try daemon.value("tunables.set", #"{"key":"a","value":0}"#)
        let upgrade = ["/rpc", "/ws"].contains { line == "GET \($0)" } ? WebSocketClient.handshake : []
        let response = try gateway.requestOfOther(line, upgrade)
        #expect(response.status == 401)
        #expect(!response.contains("\"a\""))
        #expect(try daemon.value("tunables.get", #"{"key":"a"}"#)["value"] == 0)
        #expect(try gateway.request("GET /healthz").status == 200)
    }
}
