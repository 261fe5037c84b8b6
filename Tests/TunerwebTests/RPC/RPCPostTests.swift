import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of `POST /rpc` with the real programs.
@Suite(.blocking) struct RPCPostTests {
    private let gateway: GatewayProcess
    private let daemon: RunningDaemon

    init() throws {
        let directory = try TemporaryDirectory()
        daemon = try RunningDaemon(in: directory)
        gateway = try GatewayProcess(in: directory)
    }

    private func post(_ body: String, _ query: String = "", to other: GatewayProcess? = nil) throws -> String {
        let gateway = other ?? gateway
        return try gateway.request("POST /rpc\(query)", ["Content-Length: \(body.utf8.count)"], body: body)
    }

    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    private static let pong = #"{"jsonrpc":"2.0","id":1,"result":"pong"}"#
    private static let note = #"{"jsonrpc":"2.0","method":"tunables.set","params":{"key":"a.b","value":7}}"#

    private func value(_ key: String) throws -> JSON {
        try daemon.value("tunables.getAll")["values"]?[key] ?? .null
    }

    @Test func `a request has the daemon's response, as a line of JSON`() throws {
        let response = try post(Self.ping)
        #expect(response.status == 200)
        #expect(response.field("Content-Type") == "application/json")
        #expect(response.field("Cache-Control") == "no-store")
        #expect(response.content == Self.pong + "\n")
        // The error of a call is the response to it, not a fault of HTTP.
        let unknown = try post(#"{"jsonrpc":"2.0","id":1,"method":"pong"}"#)
        #expect(unknown.status == 200)
        #expect(unknown.content.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"#))
    }

    @Test func `the lines of faults in a definition are those of the body`() throws {
        let definition = #"{"a":{"state":"ENABLED","variants":{"on":1},"defaultVariant":"of"}}"#
        let body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"flags.define\",\n\"params\":{\"flags\":\n\(definition)}}"
        // The second request uses the connection of the first one.
        for _ in 0..<2 {
            let response = try post(body).content
            #expect(response.contains(#""message":"line 3, column 45: flags/a/defaultVariant "#))
            #expect(response.contains(#""line":3,"column":45"#))
        }
    }

    @Test func `a batch has one array of responses`() throws {
        #expect(try post("[\(Self.ping),\n\(Self.note),\(Self.ping)]").content == "[\(Self.pong),\(Self.pong)]\n")
        #expect(try value("a.b") == 7)
    }

    @Test func `notifications have the status 204 once they are executed`() throws {
        for body in [Self.note, "[\(Self.note),\(Self.note)]", #"{"jsonrpc":"2.0","method":"$/unknown"}"#] {
            let response = try post(body)
            #expect(response.status == 204)
            #expect(response.content == "")
        }
        #expect(try value("a.b") == 7)
    }

    @Test(arguments: ["", " ", "{", "{} {}", "x"])
    func `a body that is not JSON has the status 400 and the daemon's error`(body: String) throws {
        let response = try post(body)
        #expect(response.status == 400)
        #expect(response.content.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#))
        #expect(try post(Self.ping).content == Self.pong + "\n")
    }

    @Test func `requests one after the other use one connection to the daemon`() throws {
        for _ in 0..<20 { #expect(try post(Self.ping).content == Self.pong + "\n") }
        #expect(try daemon.value("server.info")["connections"] == 2)
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","id":1,"method":"tunables.subscribe"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"tunables.\u0073ubscribe"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"client":"other"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"worlds.create"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"server.report","params":{"faults":[]}}"#,
    ])
    func `what belongs to a connection ends with the response`(body: String) throws {
        #expect(try post(body).content.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":"#))
        #expect(try eventually { try daemon.value("server.info")["connections"] == 1 })
        #expect(try post(Self.note).status == 204)
        #expect(try post(Self.ping).content == Self.pong + "\n")
    }

    @Test func `the notifications of a batch that subscribes are not its response`() throws {
        let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"tunables.subscribe"}"#
        let response = try post("[\(subscribe),\(Self.note)]")
        #expect(response.content.hasPrefix(#"[{"jsonrpc":"2.0","id":1,"result":{"subscription":"#))
    }

    @Test func `a request with a world acts in it, and an unknown world has the daemon's error`() throws {
        let world = try daemon.makeWorld()
        #expect(try post(Self.note, "?world=\(world)").status == 204)
        #expect(try value("a.b") == 7)
        let get = #"{"jsonrpc":"2.0","id":1,"method":"tunables.get","params":{"key":"a.b","default":0}}"#
        #expect(try post(get, "?world=\(world)").content.contains(#""value":7"#))
        #expect(try post(get).content.contains(#""value":0"#))
        let unknown = try post(Self.note, "?world=w-0123456789abcdef")
        #expect(unknown.status == 404)
        let error = try JSON.parse(unknown.content)["error"]
        #expect(error?["code"] == -32_014)
        #expect(error?["data"]?["kind"] == "unknownWorld")
        #expect(try post(get, "?world=%zz").status == 400)
    }

    @Test func `a body beyond the limit is refused before it is sent`() throws {
        let gateway = try GatewayProcess("--port 0 --max-body 100", in: try TemporaryDirectory())
        #expect(try post(String(repeating: " ", count: 101), to: gateway).status == 413)
    }

    @Test func `without a daemon a request has the status 503 and the command in a JSON-RPC error`() throws {
        let gateway = try GatewayProcess()
        let socket = gateway.directory.file("tuner/tunerd.sock")
        for _ in 0..<70 {
            let response = try post(Self.ping, to: gateway)
            #expect(response.status == 503)
            #expect(response.field("Retry-After") == "1")
            let error = try JSON.parse(response.content)
            #expect(error["id"] == .null)
            #expect(
                error["error"]?["message"]
                    == .string("no daemon responds at \(socket); start one with: tunerctl start")
            )
            #expect(error["error"]?["data"]?["kind"] == "busy")
        }
        let daemon = try RunningDaemon(in: gateway.directory)
        #expect(try post(Self.ping, to: gateway).content == Self.pong + "\n")
        withExtendedLifetime(daemon) {}
    }

    @Test func `a daemon that ends before its response is an error that says what may have happened`() throws {
        #expect(try post(Self.ping).status == 200)
        try daemon.program.send(SIGSTOP)
        let wires = try (0..<5).map { _ in
            let wire = try gateway.connect()
            try wire.write(
                "POST /rpc HTTP/1.1\r\nHost: \(gateway.host)\r\nConnection: close\r\n"
                    + "Content-Length: \(Self.note.utf8.count)\r\n\r\n\(Self.note)"
            )
            return wire
        }
        // The gateway serves this one after the others.
        #expect(try gateway.request("GET /healthz").status == 200)
        try daemon.program.crash()
        let responses = wires.map { $0.readToEnd() }
        // One of them was sent on the open connection. The others were not sent, because the daemon accepted no greeting.
        #expect(responses.map(\.status).filter { $0 == 503 }.count == 4)
        let sent = try #require(responses.first { $0.status != 503 })
        // Clients repeat a request after 503 by themselves, and the daemon may have executed this one.
        #expect(sent.status == 504)
        #expect(sent.field("Retry-After") == nil)
        #expect(sent.contains("a change may have been made"))
        #expect(sent.contains("start one with: tunerctl start\""))
        let second = try RunningDaemon(in: gateway.directory)
        #expect(try post(Self.ping).content == Self.pong + "\n")
        withExtendedLifetime(second) {}
    }

    @Test func `a long response arrives whole`() throws {
        let text = String(repeating: "0123456789abcdef", count: 2_000)
        for index in 0..<60 {
            try daemon.value("tunables.set", #"{"key":"long.k\#(index)","value":"\#(text)"}"#)
        }
        let body = #"{"jsonrpc":"2.0","id":1,"method":"tunables.getAll"}"#
        let (wire, other) = (try gateway.connect(), try gateway.connect())
        let line = "POST /rpc HTTP/1.1\r\nHost: \(gateway.host)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        for wire in [wire, other] { try wire.write(line + line) }
        for wire in [wire, other] {
            let both = wire.read { $0.occurrences(of: "\r\n0\r\n\r\n") == 2 }
            #expect(both.occurrences(of: #"{"jsonrpc":"2.0","id":1,"result":"#) == 2)
            #expect(both.occurrences(of: "long.k59") == 2)
        }
    }
}
