import HTTPCore
import JSONCore
import NetworkCore
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of the server with real sockets, on a loop whose turns the test runs.
struct ServerTests {
    /// Exchanges that a handler has kept.
    final class Kept {
        var exchanges: [Exchange] = []
        var gone = 0
        var bodies: [String] = []
    }

    private func routes(_ kept: Kept = Kept()) -> [Route] {
        [
            Route(.get, "/", .open) { _, _, exchange in exchange.respond(.ok, text: "hello") },
            Route(.get, "/json", .restricted) { _, _, exchange in
                exchange.respond(.ok, .json, "{}".utf8.span) { $0.add("ETag", "\"1\"") }
            },
            Route(.get, "/cached", .open) { _, _, exchange in
                exchange.respond(.ok, .other("text/css"), "p{}".utf8.span, isCacheable: true) {
                    $0.add("Cache-Control", "no-cache")
                }
            },
            Route(.get, "/later/*", .open) { _, _, exchange in
                exchange.whenGone = { kept.gone += 1 }
                kept.exchanges.append(exchange)
            },
            Route(.get, "/dropped", .open) { _, _, _ in },
            Route(.post, "/body", .restricted, bodyLimit: 10) { call, bytes, exchange in
                kept.bodies.append(String(decoding: [UInt8](bytes, in: call.request.content), as: UTF8.self))
                exchange.respond(.noContent)
            },
        ]
    }

    private static let fields = """
        Date: Tue, 14 Nov 2023 22:13:20 GMT\r
        X-Content-Type-Options: nosniff\r
        Content-Security-Policy: default-src 'self'; frame-ancestors 'none'\r
        Cross-Origin-Resource-Policy: same-origin\r
        Referrer-Policy: no-referrer\r

        """

    // MARK: Responses

    @Test func `a response has the date, the security fields, its type and its body, and is not stored`() throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        #expect(
            try bench.request("GET /json", on: wire) == """
                HTTP/1.1 200 OK\r
                \(Self.fields)Content-Type: application/json\r
                Cache-Control: no-store\r
                ETag: "1"\r
                Content-Length: 2\r
                \r
                {}
                """
        )
    }

    @Test(
        arguments: [
            ("GET /", 200), ("GET /nothing", 404), ("PUT /", 405), ("OPTIONS /", 204), ("GET /dropped", 500),
            ("GET / x", 400), ("GET /json", 200),
        ]
    )
    func `every response has the security fields`(line: String, status: Int) throws {
        let bench = try WebTestBench(routes())
        let text = try bench.request(line, on: try bench.connect())
        #expect(text.status == status)
        #expect(text.contains("\r\n\(Self.fields)"))
        #expect(status == 400 || text.field("Cache-Control") == "no-store")
    }

    @Test(arguments: ["gzip", "br, identity", "Identity\r\nContent-Encoding: x-gzip"])
    func `a body with a content coding is refused with the one that is accepted`(codings: String) throws {
        let (kept, body) = (Kept(), "Content-Length: 2")
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        let refused = try bench.request("POST /body", ["Content-Encoding: \(codings)", body], body: "{}", on: wire)
        #expect(refused.status == 415)
        #expect(refused.field("Accept-Encoding") == "identity")
        let name = codings.hasSuffix("x-gzip") ? "x-gzip" : codings.prefix { $0 != "," }
        #expect(refused.content == "The body has the content coding \(name). Send it without Content-Encoding.\n")
        // The connection stays open, and the next body is not the refused one.
        #expect(try bench.request("POST /body", [body], body: "[]", on: wire).status == 204)
        #expect(kept.bodies == ["[]"])
    }

    @Test(arguments: ["identity", "IDENTITY, identity", ""])
    func `a body with the coding identity is accepted`(codings: String) throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let fields = ["Content-Encoding: \(codings)", "Content-Length: 2"]
        let response = try bench.request("POST /body", fields, body: "{}", on: try bench.connect())
        #expect(response.status == 204)
        #expect(response.field("Accept-Encoding") == nil)
        #expect(kept.bodies == ["{}"])
    }

    @Test func `a response that may be stored says how`() throws {
        let bench = try WebTestBench(routes())
        let text = try bench.request("GET /cached", on: try bench.connect())
        #expect(text.field("Cache-Control") == "no-cache")
        #expect(text.field("Content-Type") == "text/css")
    }

    @Test func `HEAD has the fields of GET and no body`() throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        let get = try bench.request("GET /", on: wire)
        let head = try bench.request("HEAD /", on: wire)
        #expect(get == "\(head)hello\n")
    }

    @Test func `a method that a path does not have gets the methods that it has`() throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        #expect(try bench.request("POST /json", on: wire).field("Allow") == "GET, HEAD, OPTIONS")
        #expect(try bench.request("OPTIONS /body", on: wire).field("Allow") == "POST, OPTIONS")
    }

    @Test func `a request with the head of the last one gets the same decision, and its own body`() throws {
        let kept = Kept()
        let origin = "https://app.example"
        let bench = try WebTestBench(routes(kept), origins: [origin])
        let wire = try bench.connect()
        for body in ["one", "two", "six", "ten"] {
            #expect(try bench.request("POST /body", ["Content-Length: 3"], body: body, on: wire).status == 204)
        }
        #expect(kept.bodies == ["one", "two", "six", "ten"])
        for _ in 0..<3 {
            let page = ["Origin: \(origin)", "Authorization: Bearer \(String(repeating: "t", count: 64))"]
            let response = try bench.request("GET /json", page, on: wire)
            #expect(response.status == 200)
            #expect(response.field("Access-Control-Allow-Origin") == origin)
        }
        #expect(try bench.request("GET /json", on: wire).field("Access-Control-Allow-Origin") == nil)
        let route = try #require(bench.server.counts.routes.first { $0.name == "/json" })
        #expect(route.statuses[1] == 4)
    }

    @Test func `a refusal stays one for the same head, and for no other`() throws {
        let bench = try WebTestBench(routes())
        let foreign = try bench.connect(as: .user(7))
        for _ in 0..<2 {
            for _ in 0..<3 {
                #expect(try bench.request("GET /json", on: foreign).status == 401)
            }
            for _ in 0..<3 {
                #expect(try bench.request("GET /", on: foreign).status == 200)
            }
            for _ in 0..<3 {
                #expect(try bench.request("GET /json", ["Origin: http://evil.example"], on: foreign).status == 403)
            }
            #expect(try bench.request("GET /nothing", on: foreign).status == 404)
        }
    }

    @Test func `a refused request gets its reason, and one without a credential a challenge`() throws {
        let bench = try WebTestBench(routes())
        let foreign = try bench.connect(as: .user(7))
        let refused = try bench.request("GET /json", on: foreign)
        #expect(refused.status == 401)
        #expect(refused.field("WWW-Authenticate") == "Bearer realm=\"tunerweb\"")
        let sentence = "The kernel does not report that the user who runs tunerweb sent the request."
        #expect(refused.content.hasPrefix(sentence))
        // The connection continues.
        #expect(try bench.request("GET /", on: foreign).status == 200)
        let elsewhere = try bench.request("GET /nothing", ["Origin: http://evil.example"], on: foreign)
        #expect(elsewhere.status == 403)
        #expect(elsewhere.field("WWW-Authenticate") == nil)
    }

    // MARK: Turns

    @Test func `pipelined requests get their responses in order, a limited number in a turn`() throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        let count = 200
        let requests = (0..<count).map { bench.text($0.isMultiple(of: 2) ? "GET /" : "GET /json") }.joined()
        #expect(try wire.write(requests) == requests.utf8.count)
        try bench.turn()
        var text = wire.read()
        let first = text.occurrences(of: "HTTP/1.1 200 OK")
        #expect(first > 0)
        #expect(first <= 64)
        text += try bench.drain(wire)
        #expect(text.occurrences(of: "HTTP/1.1 200 OK") == count)
        let kinds = text.matches(of: /application\/json|text\/plain/).map { String($0.output) }
        #expect(kinds == (0..<count).map { $0.isMultiple(of: 2) ? "text/plain" : "application/json" })
    }

    @Test func `a client that sends many requests does not delay another one`() throws {
        let bench = try WebTestBench(routes())
        let busy = try bench.connect()
        let other = try bench.connect()
        try busy.write((0..<400).map { _ in bench.text("GET /") }.joined())
        try bench.turn()
        #expect(try bench.request("GET /json", on: other, turns: 1).status == 200)
        // The busy client still waits for responses.
        #expect(busy.read().occurrences(of: "HTTP/1.1") < 400)
    }

    // MARK: Later responses

    @Test func `a handler responds later, and the next request waits for that`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("GET /later/1", on: wire) == "")
        #expect(try bench.request("GET /json", on: wire) == "")
        let exchange = try #require(kept.exchanges.first)
        #expect(exchange.isOpen)
        exchange.respond(.created, text: "now")
        #expect(!exchange.isOpen)
        try bench.turn(2)
        let text = wire.read()
        #expect(text.status == 201)
        #expect(text.contains("now\nHTTP/1.1 200 OK"))
    }

    @Test func `an exchange ends once`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("GET /later/1", on: wire) == "")
        let exchange = kept.exchanges[0]
        exchange.respond(.ok, text: "one")
        exchange.respond(.ok, text: "two")
        exchange.beginStream(.ok, .text)
        exchange.write("three".utf8.span)
        exchange.endStream()
        exchange.abandon()
        try bench.turn(2)
        #expect(wire.read().hasSuffix("\r\n\r\none\n"))
        #expect(try bench.request("GET /", on: wire).status == 200)
        #expect(kept.gone == 0)
    }

    @Test func `an exchange whose client disconnects ends, and its handler is called once`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("GET /later/1", on: wire) == "")
        wire.close()
        try bench.turn(3)
        let exchange = kept.exchanges[0]
        #expect(kept.gone == 1)
        #expect(!exchange.isOpen)
        #expect(!exchange.hasRoom)
        #expect(exchange.server == nil)
        exchange.respond(.ok, text: "too late")
        exchange.abandon()
        kept.exchanges = []
        try bench.turn(3)
        #expect(kept.gone == 1)
        #expect(bench.server.connectionCount == 0)
    }

    @Test func `a client that ends its sending side still gets a later response`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        try wire.write(bench.text("GET /later/1"))
        try wire.shutdownWriting()
        try bench.turn(3)
        kept.exchanges[0].respond(.ok, text: "late")
        try bench.turn(3)
        #expect(wire.read().hasSuffix("late\n"))
        #expect(wire.hasEnded)
        #expect(kept.gone == 0)
    }

    @Test func `an exchange that is released without a response responds with 500`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("GET /dropped", on: wire).status == 500)
        #expect(try bench.request("GET /later/1", on: wire) == "")
        kept.exchanges = []
        try bench.turn(2)
        #expect(wire.read().status == 500)
        #expect(try bench.request("GET /", on: wire).status == 200)
    }

    // MARK: Bodies

    @Test func `a handler receives a whole body, however it arrives`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("POST /body", ["Content-Length: 10"], body: "0123456789", on: wire).status == 204)
        for byte in bench.text("POST /body", ["Transfer-Encoding: chunked"], body: "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
            .utf8
        {
            try wire.write([byte])
            try bench.turn()
        }
        #expect(wire.read().status == 204)
        #expect(try bench.request("POST /body", ["Content-Length: 0"], on: wire).status == 204)
        #expect(kept.bodies == ["0123456789", "abcde", ""])
    }

    @Test(
        arguments: [
            ("POST /body", 11, 413), ("GET /json", (64 << 10) + 1, 413), ("POST /nothing", 5, 404),
            ("PUT /body", 5, 405),
        ]
    )
    func `too long a body, or a body where none is accepted, is refused`(line: String, count: Int, status: Int) throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(
            try bench.request(line, ["Content-Length: \(count)", "Expect: 100-continue"], on: wire).status == status
        )
        #expect(wire.hasEnded)
        #expect(kept.bodies == [])
    }

    @Test(arguments: [["Content-Length: 2"], ["Transfer-Encoding: chunked"]])
    func `a route without a body ignores a short one`(fields: [String]) throws {
        let bench = try WebTestBench(routes())
        let wire = try bench.connect()
        let body = fields[0].hasPrefix("Content") ? "{}" : "2\r\n{}\r\n0\r\n\r\n"
        let response = try bench.request("GET /json", fields, body: body, on: wire)
        #expect(response.status == 200)
        #expect(response.content == "{}")
        // The connection continues behind the body.
        #expect(try bench.request("GET /", on: wire).content == "hello\n")
    }

    @Test func `a route decides how a request is refused, also inside a body, and the refusal counts to it`() throws {
        func refuse(_ exchange: Exchange, _ status: HTTPStatus, _ sentence: String) {
            exchange.respond(status, .json, "[\"\(sentence)\"]".utf8.span)
        }
        let refusing = Route(.post, "/refusing", .restricted, bodyLimit: 4, refuse: refuse) { _, _, exchange in
            exchange.respond(.noContent)
        }
        let bench = try WebTestBench([refusing])
        let foreign = try bench.request("POST /refusing", on: try bench.connect(as: .user(7)))
        #expect(foreign.status == 401)
        #expect(foreign.content.hasPrefix("[\"The kernel does not report"))
        let bodies = [("Content-Length: 5", "abcde"), ("Transfer-Encoding: chunked", "4\r\nabcd\r\n1\r\n")]
        for (field, body) in bodies {
            let wire = try bench.connect()
            let response = try bench.request("POST /refusing", [field], body: body, on: wire)
            #expect(response.status == 413)
            #expect(response.field("Connection") == "close")
            #expect(response.content == #"["The body has more than 4 bytes."]"#)
            #expect(wire.hasEnded)
        }
        let counts = try #require(bench.server.counts.routes.first { $0.name == "/refusing" })
        #expect(counts.statuses[3] == 3)
    }

    @Test func `a body is requested only when the request is allowed`() throws {
        let bench = try WebTestBench(routes())
        let fields = ["Content-Length: 2", "Expect: 100-continue"]
        let own = try bench.connect()
        #expect(try bench.request("POST /body", fields, on: own) == "HTTP/1.1 100 Continue\r\n\r\n")
        try own.write("ab")
        try bench.turn(2)
        #expect(own.read().status == 204)
        let foreign = try bench.connect(as: .user(7))
        #expect(try bench.request("POST /body", fields, on: foreign).status == 401)
    }

    @Test func `a client that is gone inside a body leaves nothing behind`() throws {
        let kept = Kept()
        let bench = try WebTestBench(routes(kept))
        let wire = try bench.connect()
        #expect(try bench.request("POST /body", ["Content-Length: 5"], body: "ab", on: wire) == "")
        wire.close()
        try bench.turn(3)
        #expect(bench.server.connectionCount == 0)
        #expect(kept.bodies == [])
    }
}
