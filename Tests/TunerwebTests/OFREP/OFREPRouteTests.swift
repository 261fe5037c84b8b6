import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the routes of OFREP with the real programs.
@Suite(.blocking) struct OFREPRouteTests {
    private static let flags = #"""
        {"flags":{
         "gold":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off","metadata":{"team":"t"},
          "targeting":{"if":[{"==":[{"var":"tier"},"gold"]},"on"]}},
         "a/b c":{"state":"ENABLED","variants":{"one":1},"defaultVariant":"one"},
         "off":{"state":"DISABLED","variants":{"a":"x"},"defaultVariant":"a"}}}
        """#

    private static let one = "/ofrep/v1/evaluate/flags/"
    private static let all = "/ofrep/v1/evaluate/flags"
    private static let events = "/ofrep/v1/events"
    private static let gold = #"{"context":{"tier":"gold"}}"#

    private let gateway: GatewayProcess
    private let daemon: RunningDaemon

    init() throws {
        gateway = try GatewayProcess("--port 0 --allow-origin https://app.example")
        daemon = try RunningDaemon(in: gateway.directory)
        try daemon.value("flags.define", Self.flags)
    }

    private func post(_ path: String, _ body: String = "", _ fields: [String] = []) throws -> String {
        try gateway.request("POST \(path)", ["Content-Length: \(body.utf8.count)"] + fields, body: body)
    }

    /// Returns the response to a bulk request with an entity tag that the client has kept.
    private func bulk(_ body: String = gold, keeping tag: String?, _ query: String = "") throws -> String {
        try post(Self.all + query, body, tag.map { ["If-None-Match: \($0)"] } ?? [])
    }

    /// The number of evaluations of the flag gold that the daemon has counted.
    private func evaluationCount() throws -> JSON? { try daemon.value("server.stats")["evaluations"]?["gold"] }

    // MARK: Attacks

    @Test func `a line of a deeply nested body is no message for the daemon`() throws {
        let world = try daemon.makeWorld()
        let deep = String(repeating: "[", count: 126) + String(repeating: "]", count: 126)
        let hello = #"{"jsonrpc":"2.0","id":57,"method":"session.hello","params":{"world":"\#(world)"}}"#
        let response = try post(Self.one + "gold", "{\"context\":{\"a\":[\(deep),\n\(hello)\n]}}")
        #expect(response.status == 400)
        // The client that has created the world is in it. The connection for reads is still outside.
        try daemon.value("tunables.set", #"{"key":"a.b","value":7}"#)
        #expect(try gateway.request("PUT /tune/a.b/1").content == "Set a.b = 1\n")
        #expect(try gateway.request("GET /tune/a.b").content == "1\n")
    }

    @Test func `a context may be nested as deeply as the daemon accepts it, and no deeper`() throws {
        for (depth, status) in [(126, 200), (127, 400)] {
            let arrays = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            #expect(try post(Self.one + "gold", "{\"context\":{\"a\":\(arrays)}}").status == status)
            #expect(try post(Self.all, "{\"context\":{\"a\":\(arrays)}}").status == status)
        }
    }

    // MARK: Evaluation

    @Test(
        arguments: [
            (
                "gold", gold, 200,
                #"{"key":"gold","reason":"TARGETING_MATCH","value":true,"variant":"on","metadata":{"team":"t"}}"#
            ),
            (
                "gold", "", 200,
                #"{"key":"gold","reason":"DEFAULT","value":false,"variant":"off","metadata":{"team":"t"}}"#
            ),
            ("a%2Fb%20c", "{}", 200, #"{"key":"a/b c","reason":"STATIC","value":1,"variant":"one"}"#),
            ("a/b%20c", "{}", 200, #"{"key":"a/b c","reason":"STATIC","value":1,"variant":"one"}"#),
            (
                "no/such", "{}", 404,
                #"{"key":"no/such","errorCode":"FLAG_NOT_FOUND","errorDetails":"there is no flag no/such"}"#
            ),
            ("off", "{}", 200, #"{"key":"off","reason":"DISABLED"}"#),
            (
                "gol", "{}", 404,
                #"{"key":"gol","errorCode":"FLAG_NOT_FOUND","errorDetails":"there is no flag gol; did you mean gold?"}"#
            ),
            (
                "gold", "[]", 400,
                #"{"key":"gold","errorCode":"PARSE_ERROR","errorDetails":"the body must be an object, got an array"}"#
            ),
            (
                "gold", #"{"context":7}"#, 400,
                #"{"key":"gold","errorCode":"INVALID_CONTEXT","errorDetails":"context must be an object, got a number"}"#
            ),
            (
                "gold%2", "{}", 400,
                #"{"key":"gold%2","errorCode":"GENERAL","errorDetails":"A percent sign in the URL is not followed by two hexadecimal "#
                    + #"digits."}"#
            ),
        ] as [(String, String, Int, String)]
    )
    func `a flag is evaluated`(key: String, body: String, status: Int, response: String) throws {
        let result = try post(Self.one + key, body)
        #expect(result.status == status)
        #expect(result.field("Content-Type") == "application/json")
        #expect(result.field("Cache-Control") == "no-store")
        #expect(result.content == "\(response)\n")
    }

    @Test(arguments: [all, "\(all)/"]) func `all flags are evaluated`(path: String) throws {
        let result = try post(path, Self.gold)
        #expect(result.status == 200)
        #expect(result.field("ETag")?.hasPrefix("\"v") == true)
        #expect(result.content.hasSuffix("}\n"))
        #expect(result.field("Content-Type") == "application/json")
        let body = try JSON.parse(result.content)
        guard case .array(let flags)? = body["flags"], case .array(let streams)? = body["eventStreams"] else {
            Issue.record("\(result)")
            return
        }
        #expect(flags.contains { $0["key"] == "gold" && $0["value"] == true })
        #expect(streams.count == 1)
        #expect(streams[0]["type"] == "sse")
        #expect(streams[0]["endpoint"]?["requestUri"] == .string(Self.events))
    }

    @Test func `faults of a bulk request have no key`() throws {
        let fault = try post(Self.all, "nonsense")
        #expect(fault.status == 400)
        #expect(fault.content.hasPrefix(#"{"errorCode":"PARSE_ERROR","errorDetails":"the body is not JSON: "#))
        #expect(!fault.content.contains("JSONFault"))
        #expect(try gateway.request("GET \(Self.all)").status == 405)
        #expect(try gateway.request("GET \(Self.one)gold").status == 405)
        #expect(try gateway.request("GET \(Self.one)a/b").status == 404)
    }

    @Test func `a body beyond a limit is too large`() throws {
        let fits = #"{"context":{"tier":"\#(String(repeating: "x", count: 1_000_000))"}}"#
        #expect(try post(Self.one + "gold", fits).status == 200)
        let long = #"{"context":{"tier":"\#(String(repeating: "x", count: 1 << 20))"}}"#
        for path in [Self.one + "gold", Self.all] {
            let refused = try post(path, long)
            #expect(refused.status == 413)
            #expect(refused.field("Content-Type") == "application/json")
            #expect(refused.content == #"{"errorDetails":"The body has more than 1048576 bytes."}"# + "\n")
            let chunked = try gateway.request("POST \(path)", ["Transfer-Encoding: chunked"], body: "100001\r\n")
            #expect(chunked.status == 413)
            #expect(chunked.content == refused.content)
        }
        // A page of another origin may read the reason, too.
        let page = ["Origin: https://app.example", "Authorization: Bearer \(try gateway.token)"]
        let refused = try post(Self.all, long, page)
        #expect(refused.status == 413)
        #expect(refused.field("Access-Control-Allow-Origin") == "https://app.example")
        let metrics = try gateway.request("GET /metrics")
        #expect(metrics.contains(#"route="/ofrep/v1/evaluate/flags",status="4xx"} 3"#))
    }

    @Test func `a request beyond the memory for bodies may be repeated a second later`() throws {
        let length = "Content-Length: \(1 << 20)\r\nExpect: 100-continue"
        let head = "POST \(Self.all) HTTP/1.1\r\nHost: \(gateway.host)\r\n\(length)\r\n\r\n"
        let wires = try (0..<256).map { _ in
            let wire = try gateway.connect()
            try wire.write(head)
            #expect(wire.read { $0.hasSuffix("\r\n\r\n") } == "HTTP/1.1 100 Continue\r\n\r\n")
            return wire
        }
        let refused = try gateway.request("POST \(Self.all)", ["Content-Length: \(1 << 20)"])
        #expect(refused.status == 503)
        #expect(refused.field("Retry-After") == "1")
        #expect(refused.field("Content-Type") == "application/json")
        withExtendedLifetime(wires) {}
    }

    @Test func `a request without a credential, or of a page of another origin, gets no body`() throws {
        for path in ["POST \(Self.one)gold", "POST \(Self.all)", "GET \(Self.events)"] {
            let noToken = try gateway.request(path, ["Authorization: Bearer wrong"])
            #expect(noToken.status == 401)
            #expect(noToken.field("WWW-Authenticate") == "Bearer realm=\"tunerweb\"")
            #expect(noToken.content == "")
            let other = try gateway.request(path, ["Origin: https://evil.example"])
            #expect(other.status == 403)
            #expect(other.content == "")
            #expect(other.field("Content-Length") == "0")
        }
    }

    @Test func `a world has separate evaluations, and no events`() throws {
        let world = try daemon.makeWorld()
        let client = try daemon.member(of: world)
        _ = try client.call("flags.set", try JSON.parse(#"{"key":"a/b c","value":1}"#), within: .seconds(60))
        _ = try client.call("flags.set", try JSON.parse(#"{"key":"gold","value":false}"#), within: .seconds(60))
        #expect(try post(Self.one + "gold?world=\(world)", Self.gold).content.contains(#""value":false"#))
        #expect(try post(Self.one + "gold", Self.gold).content.contains(#""value":true"#))
        let inside = try bulk(keeping: nil, "?world=\(world)")
        #expect(inside.status == 200)
        #expect(!inside.contains("eventStreams"))
        // The tag is that of the body, so it holds until an evaluation has another result.
        let tag = try #require(inside.field("ETag"))
        #expect(tag.hasPrefix("\"b"))
        #expect(try bulk(keeping: tag, "?world=\(world)").status == 304)
        _ = try client.call("flags.reset", try JSON.parse(#"{"key":"gold"}"#), within: .seconds(60))
        #expect(try bulk(keeping: tag, "?world=\(world)").status == 200)
        let head = try gateway.request("HEAD \(Self.events)")
        #expect(head.field("Content-Length") == nil)
        #expect(head.field("Transfer-Encoding") == "chunked")
        let missing = try post(Self.one + "gold?world=w-0123456789abcdef")
        #expect(missing.status == 400)
        #expect(missing.content.hasPrefix(#"{"key":"gold","errorCode":"GENERAL""#))
        let refused = try gateway.request("GET \(Self.events)?world=\(world)")
        #expect(refused.status == 400)
        #expect(refused.field("Content-Type") == "application/json")
        #expect(refused.content.hasPrefix(#"{"errorCode":"GENERAL","errorDetails":"a world has no events of OFREP"#))
    }

    @Test func `without a daemon, every route says how to start one, and works once it is there`() throws {
        try daemon.program.crash()
        let sentence = "start one with: tunerctl start"
        for path in [Self.one + "gold", Self.all] {
            _ = try eventually { try post(path).content.contains(sentence) }
            let response = try post(path)
            #expect(response.status == 503)
            #expect(response.field("Retry-After") == "1")
            #expect(response.content.hasPrefix(#"{"errorDetails":"no daemon responds at "#))
        }
        let stream = try gateway.request("GET \(Self.events)")
        #expect(stream.status == 503)
        #expect(stream.field("Content-Type") == "application/json")
        #expect(stream.content.hasPrefix(#"{"errorDetails":"no daemon responds at "#))
        let second = try RunningDaemon(in: gateway.directory)
        #expect(try post(Self.all).status == 200)
        _ = try openStream()
        withExtendedLifetime(second) {}
    }

    // MARK: Conditions

    /// Waits until the gateway needs no evaluation for a tag.
    private func waitUntilKnown(_ tag: String) throws {
        _ = try eventually {
            let before = try evaluationCount()
            return try bulk(keeping: tag).status == 304 && evaluationCount() == before
        }
    }

    @Test func `a response that the client has kept is not sent again, without an evaluation`() throws {
        let tag = try #require(try bulk(keeping: nil).field("ETag"))
        try waitUntilKnown(tag)
        let before = try evaluationCount()
        for _ in 0..<20 {
            let response = try bulk(keeping: "\"x\", \(tag)")
            #expect(response.status == 304)
            #expect(response.field("ETag") == tag)
            #expect(response.content == "")
        }
        #expect(try evaluationCount() == before)
        // Another context is another response, also if only its spelling differs.
        #expect(try bulk(#"{"context":{"tier":"tin"}}"#, keeping: tag).status == 200)
        #expect(try bulk("", keeping: tag).status == 200)
        // A page of another origin gets another response, which announces no events.
        let page = ["Origin: https://app.example", "Authorization: Bearer \(try gateway.token)"]
        let other = try post(Self.all, Self.gold, page + ["If-None-Match: \(tag)"])
        #expect(other.status == 200)
        #expect(!other.content.contains("eventStreams"))
        #expect(other.field("Access-Control-Expose-Headers")?.contains("ETag") == true)
        let its = try #require(other.field("ETag"))
        #expect(try post(Self.all, Self.gold, page + ["If-None-Match: \(its)"]).status == 304)
    }

    @Test func `a client never meets its own change with an old response`() throws {
        var tag = try #require(try bulk(keeping: nil).field("ETag"))
        try waitUntilKnown(tag)
        for round in 0..<300 {
            try daemon.value("flags.set", #"{"key":"gold","value":\#(round.isMultiple(of: 2))}"#)
            let response = try bulk(keeping: tag)
            try #require(response.status == 200, "round \(round)")
            #expect(response.content.contains(#""value":\#(round.isMultiple(of: 2)),"variant""#))
            tag = try #require(response.field("ETag"))
        }
    }

    @Test func `contexts that take turns never receive the response to each other`() throws {
        let contexts = ["gold", "tin"].map { #"{"context":{"tier":"\#($0)"}}"# }
        let tags = try contexts.map { try #require(try bulk($0, keeping: nil).field("ETag")) }
        try waitUntilKnown(tags[0])
        for _ in 0..<3 {
            for index in 0...1 {
                #expect(try bulk(contexts[index], keeping: tags[index]).status == 304)
                let response = try bulk(contexts[index], keeping: tags[1 - index])
                #expect(response.status == 200)
                #expect(response.content.contains(#""value":\#(index == 0),"variant""#))
                #expect(response.field("ETag") == tags[index])
            }
        }
    }

    @Test func `a rule that reads the time is evaluated for each request`() throws {
        try daemon.value(
            "flags.define",
            #"""
            {"flags":{"timed":{"state":"ENABLED","variants":{"a":1,"b":2},"defaultVariant":"a",
             "targeting":{"if":[{"<":[{"var":"$flagd.timestamp"},5]},"b","a"]}}}}
            """#
        )
        let tag = try #require(try bulk(keeping: nil).field("ETag"))
        #expect(tag.hasPrefix("\"b"))
        for _ in 0..<3 {
            let before = try evaluationCount()
            #expect(try bulk(keeping: tag).status == 304)
            #expect(try evaluationCount() != before)
        }
    }

    @Test func `a restart of the daemon makes every kept response old`() throws {
        let tag = try #require(try bulk(keeping: nil).field("ETag"))
        try waitUntilKnown(tag)
        try daemon.program.crash()
        let second = try RunningDaemon(in: gateway.directory)
        try second.value("flags.define", Self.flags)
        #expect(try eventually { try bulk(keeping: tag).status == 200 })
    }

    // MARK: Events

    /// Returns a client of the stream of events after the head of its response.
    private func openStream(
        _ fields: [String] = [],
        until isEnough: (String) -> Bool = { $0.contains("retry: 1000\n\n") }
    ) throws -> TestPeer {
        let wire = try gateway.connect()
        let head = ["GET \(Self.events) HTTP/1.1", "Host: \(gateway.host)"] + fields
        try wire.write((head + ["", ""]).joined(separator: "\r\n"))
        let response = wire.read(until: isEnough)
        #expect(isEnough(response))
        #expect(response.status == 200)
        #expect(response.field("Content-Type") == "text/event-stream")
        return wire
    }

    private static func isEvent(_ text: String) -> Bool {
        guard let id = id(of: text) else { return false }
        return text.contains("event: message\ndata: {\"type\":\"refetchEvaluation\",\"etag\":\"\(id)\"}\n\n")
    }

    private static func id(of event: String) -> String? {
        guard let start = event.firstRange(of: "id: ")?.upperBound else { return nil }
        return String(event[start...].prefix { $0 != "\n" })
    }

    @Test func `each change of the flags is an event`() throws {
        let wire = try openStream()
        var ids: Set<String> = []
        for value in [true, false, true] {
            try daemon.value("flags.set", #"{"key":"gold","value":\#(value)}"#)
            let event = wire.read(until: Self.isEvent)
            #expect(Self.isEvent(event))
            ids.insert(try #require(Self.id(of: event)))
        }
        #expect(ids.count == 3)
        // A change of a tunable is none; the next event is that of the flag.
        try daemon.value("tunables.set", #"{"key":"n","value":1}"#)
        try daemon.value("flags.reset", #"{"key":"gold"}"#)
        #expect(wire.read(until: Self.isEvent).occurrences(of: "event:") == 1)
    }

    @Test func `a client that connects again receives a change that it has missed`() throws {
        let wire = try openStream()
        try daemon.value("flags.set", #"{"key":"gold","value":true}"#)
        let event = wire.read(until: Self.isEvent)
        let id = try #require(Self.id(of: event))
        try daemon.value("flags.set", #"{"key":"gold","value":false}"#)
        _ = try openStream(["Last-Event-ID: \(id)"], until: Self.isEvent)
    }

    @Test func `the etag of an event does not keep an old response from being replaced`() throws {
        let wire = try openStream()
        let kept = try #require(try bulk(keeping: nil).field("ETag"))
        try daemon.value("flags.set", #"{"key":"gold","value":true}"#)
        let event = wire.read(until: Self.isEvent)
        let etag = try #require(Self.id(of: event))
        let response = try bulk(keeping: kept, "?flagConfigEtag=\(etag)")
        #expect(response.status == 200)
        let tag = try #require(response.field("ETag"))
        #expect(tag != kept)
        #expect(try bulk(keeping: tag).status == 304)
    }

    @Test func `a stream outlives the daemon, and has an event when it is back`() throws {
        let wire = try openStream()
        try daemon.program.crash()
        let second = try RunningDaemon(in: gateway.directory)
        #expect(Self.isEvent(wire.read(until: Self.isEvent)))
        withExtendedLifetime(second) {}
    }
}
