import HTTPCore
import JSONCore
import TestSupport
import Testing

@Suite struct ConnectionTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    // MARK: One request at a time

    @Test func `the next request follows when the response has ended`() {
        let played = PlayedConnection()
        #expect(played.receive("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n") == .request)
        #expect(played.text(played.connection.request.path) == "/1")
        #expect(played.receive() == .wait)
        played.connection.begin(.ok)
        played.connection.beginStream()
        #expect(played.receive() == .wait)
        #expect(played.text(played.connection.request.path) == "/1", "the request holds until the response has ended")
        played.connection.endBody()
        #expect(played.receive() == .request)
        #expect(played.text(played.connection.request.path) == "/2")
    }

    @Test func `little is received while a response is written`() {
        var limits = HTTPLimits()
        limits.readAhead = 100
        let played = PlayedConnection(limits: limits)
        #expect(played.receive(Self.get) == .request)
        #expect(played.wantsInput, "otherwise the end of the stream would not be seen")
        #expect(played.receive(String(repeating: "x", count: 100)) == .wait)
        #expect(!played.wantsInput)
    }

    @Test func `no request is read while the peer has too much to receive`() {
        var limits = HTTPLimits()
        limits.unsentOutput = 1_000
        let played = PlayedConnection(limits: limits)
        var event = played.receive(String(repeating: Self.get, count: 50))
        var requests = 0
        while event == .request {
            requests += 1
            event = played.respond(String(repeating: "x", count: 100))
        }
        #expect(event == .wait)
        #expect(requests < 10)
        #expect(!played.wantsInput)
        #expect(!played.hasRoom)
        _ = played.send(500)
        #expect(played.receive() == .request)
    }

    @Test func `a pipelined client gets all responses in order`() {
        let paths = (0..<1_000).map { "/\($0)" }
        let stream = paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
        let exchange = Exchange(stream, limits: Exchange.narrowLimits)
        let responses = ReceivedResponse.all(in: exchange.output, to: exchange.methods)
        #expect(responses?.map { $0.fields["x-path"] ?? "" } == paths)
    }

    // MARK: Heads that repeat

    @Test func `a head with the bytes of the last one is known`() {
        let played = PlayedConnection()
        func repeats(_ path: String) -> Bool? {
            guard played.receive("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n") == .request else { return nil }
            let repeats = played.connection.repeatsHead
            #expect(played.text(played.connection.request.path) == path)
            #expect(played.respond() == .wait)
            return repeats
        }
        // The first one is not kept.
        #expect(repeats("/a") == false)
        #expect(repeats("/a") == false)
        #expect(repeats("/a") == true)
        #expect(repeats("/b") == false)
        #expect(repeats("/b") == true)
        #expect(repeats("/a") == false)
        let long = "/" + String(repeating: "a", count: 1_024)
        #expect(repeats(long) == false)
        #expect(repeats(long) == false)
    }

    @Test func `a request after any others is read as on a separate connection`() {
        let requests = [
            "GET /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\nA: b\r\n\r\n",
            "\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /a?b HTTP/1.1\r\nHost: b\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\none",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nsix",
            "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\nPOST /a HTTP/1.1\r\nHost: a\r\n\r\nx",
            "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n",
            "POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nlost",
            "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET /long HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "b", count: 1_024))\r\n\r\n",
        ]
        let alone = requests.map { Exchange($0, ends: false) }
        var order: [Int] = []
        for first in requests.indices {
            for second in requests.indices {
                order += [first, first, first, second, second, second, first]
            }
        }
        let stream = order.flatMap { Array(requests[$0].utf8) }
        for length in [1, 7, 64, 1_000, stream.count] {
            let pieces = stride(from: 0, to: stream.count, by: length).map {
                stream[$0..<min($0 + length, stream.count)]
            }
            let together = Exchange(pieces, ends: false)
            #expect(together.events == order.flatMap { alone[$0].events }, "pieces of \(length) bytes")
            #expect(together.output == order.flatMap { alone[$0].output }, "pieces of \(length) bytes")
        }
    }

    // MARK: Responses

    @Test func `a response has status, date, fields, length and body`() throws {
        let played = PlayedConnection()
        played.connection.date = HTTPDateField(try #require(HTTPDate(seconds: 784_111_777)))
        #expect(played.receive(Self.get) == .request)
        played.connection.begin(.created)
        played.connection.add("Content-Type", "text/plain")
        played.connection.add("X-Number", number: 12_345)
        played.connection.add("X-Text", "text".utf8.span)
        played.connection.add(lines: "A: b\r\nC: d\r\n")
        played.connection.end("body".utf8.span)
        let expected = """
            HTTP/1.1 201 Created\r
            Date: Sun, 06 Nov 1994 08:49:37 GMT\r
            Content-Type: text/plain\r
            X-Number: 12345\r
            X-Text: text\r
            A: b\r
            C: d\r
            Content-Length: 4\r
            \r
            body
            """
        #expect(played.send() == expected)
    }

    @Test func `every response has the common fields, also that to a refused request`() {
        let played = PlayedConnection()
        played.connection.commonFields = "X-A: 1\r\nX-B: 2\r\n"
        #expect(played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == .request)
        #expect(played.respond() == .wait)
        #expect(played.send() == "HTTP/1.1 200 OK\r\nX-A: 1\r\nX-B: 2\r\nContent-Length: 0\r\n\r\n")
        #expect(played.receive("GET\r\n\r\n") == .refused)
        #expect(played.send().hasPrefix("HTTP/1.1 400 Bad Request\r\nX-A: 1\r\nX-B: 2\r\nContent-Type: "))
    }

    @Test func `control characters in a field's value become spaces`() {
        let played = PlayedConnection()
        #expect(played.receive(Self.get) == .request)
        played.connection.begin(.seeOther)
        played.connection.add("Location", "/a\r\nSet-Cookie: b\u{0}\u{7F}\tc\n".utf8.span)
        played.connection.end()
        #expect(played.send().contains("\r\nLocation: /a  Set-Cookie: b  \tc \r\nContent-Length: 0\r\n"))
    }

    @Test func `every status line is well formed and has its own number`() {
        let lines = HTTPStatus.allCases.map { status in
            let played = PlayedConnection()
            #expect(played.receive(Self.get) == .request)
            played.connection.begin(status)
            return played.send()
        }
        for line in lines {
            #expect(line.wholeMatch(of: /HTTP\/1\.1 [1-5]\d\d [A-Z][A-Za-z ]+\r\n/) != nil, "\(line)")
        }
        #expect(Set(lines.map { $0.prefix(12) }).count == lines.count)
    }

    @Test(arguments: [
        ("GET", "/none", "HTTP/1.1 204 No Content\r\n\r\n"),
        (
            "GET", "/stream",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "4\r\none \r\n18\r\nand a longer second part\r\n0\r\n\r\n"
        ),
        (
            "HEAD", "/stream",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
        ),
        ("GET", "/abandon", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"),
    ])
    func `each kind of body is delimited`(method: String, path: String, expected: String) {
        #expect(Exchange("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n").text == expected)
    }

    @Test func `a response to HEAD has the length of the body and no body`() {
        let request = "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody"
        #expect(Exchange(request).text == "HTTP/1.1 200 OK\r\nX-Path: /\r\nContent-Length: 4\r\n\r\n")
    }

    @Test func `a stream for HTTP 1.0 ends with the connection`() {
        let exchange = Exchange("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let expected =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\none and a longer second part"
        #expect(exchange.text == expected)
    }

    @Test(arguments: [
        ("HTTP/1.1\r\nHost: a", ""), ("HTTP/1.1\r\nHost: a\r\nConnection: close", "Connection: close\r\n"),
        ("HTTP/1.0", "Connection: close\r\n"), ("HTTP/1.0\r\nConnection: keep-alive", "Connection: keep-alive\r\n"),
    ])
    func `the response says whether the connection stays open when that is not the default`(
        request: String,
        field: String
    ) {
        let text = Exchange("GET /a \(request)\r\n\r\n").text
        #expect(text == "HTTP/1.1 200 OK\r\nX-Path: /a\r\nContent-Length: 0\r\n\(field)\r\n")
    }

    @Test func `hexadecimal sizes have no leading zeros`() {
        for (size, text) in [(1, "1"), (15, "f"), (16, "10"), (255, "ff"), (256, "100"), (4_096, "1000")] {
            let played = PlayedConnection()
            #expect(played.receive(Self.get) == .request)
            played.connection.begin(.ok)
            played.connection.beginStream()
            _ = played.send()
            played.connection.write(String(repeating: "x", count: size).utf8.span)
            #expect(played.send(text.utf8.count + 2) == text + "\r\n")
        }
    }

    // MARK: Bodies

    @Test func `a waiting client gets 100 Continue once the body is accepted`() {
        let played = PlayedConnection()
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
        #expect(played.receive(head) == .head)
        #expect(played.outputIsEmpty)
        played.connection.acceptBody(limit: 2)
        #expect(played.receive() == .wait)
        #expect(played.send() == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(played.receive("ab") == .request)
        #expect(played.respond() == .wait)
        #expect(played.send() == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }

    @Test(arguments: [("HTTP/1.1", "a"), ("HTTP/1.0", "")])
    func `a client that does not wait gets no 100 Continue`(version: String, body: String) {
        let played = PlayedConnection()
        let fields = "Host: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n"
        #expect(played.receive("PUT / \(version)\r\n\(fields)\r\n\(body)") == .head)
        played.connection.acceptBody(limit: 2)
        #expect(played.receive() == .wait)
        #expect(played.outputIsEmpty)
    }

    @Test func `too long a body is refused instead of 100 Continue`() {
        let exchange = Exchange(
            "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 65\r\n\r\n",
            ends: false
        )
        #expect(exchange.continues == 0)
        #expect(exchange.text.hasPrefix("HTTP/1.1 413 "))
    }

    // MARK: The end

    @Test func `a server that stops responds to the present request and closes`() {
        let played = PlayedConnection()
        #expect(played.receive(Self.get + Self.get) == .request)
        played.connection.stop()
        #expect(played.respond() == .wait)
        #expect(played.send().contains("\r\nConnection: close\r\n"))
        #expect(played.receive() == .close)
    }

    @Test func `a server that stops closes an idle connection`() {
        let played = PlayedConnection()
        #expect(played.receive() == .wait)
        played.connection.stop()
        #expect(played.receive() == .close)
    }

    @Test func `a request in progress when the server stops gets a response`() {
        let played = PlayedConnection()
        #expect(played.receive("GET / HT") == .wait)
        played.connection.stop()
        #expect(played.receive("TP/1.1\r\nHost: a\r\n\r\n") == .request)
    }

    @Test func `a client that ends its sending side still gets its responses`() {
        let played = PlayedConnection()
        #expect(played.receive(Self.get + Self.get) == .request)
        played.connection.receivedEnd()
        #expect(!played.wantsInput)
        #expect(played.respond("1") == .request)
        #expect(played.respond("2") == .wait)
        #expect(played.send().hasSuffix("\r\n\r\n2"))
        #expect(played.receive() == .close)
    }

    @Test func `a response to a peer that is gone does nothing`() {
        let played = PlayedConnection()
        #expect(played.receive(Self.get) == .request)
        played.connection.begin(.ok)
        played.connection.beginStream()
        played.connection.write("a".utf8.span)
        played.connection.cannotSend()
        played.connection.write("b".utf8.span)
        #expect(played.receive() == .close)
        played.connection.write("b".utf8.span)
        played.connection.endBody()
        played.connection.begin(.ok)
        played.connection.add("A", "b")
        played.connection.add("A", number: 1)
        played.connection.add("A", "b".utf8.span)
        played.connection.add(lines: "A: b\r\n")
        played.connection.beginStream()
        played.connection.end("c".utf8.span)
        played.connection.abandonBody()
        played.connection.endUpgrade()
        #expect(played.outputIsEmpty)
        #expect(played.receive() == .close)
    }

    @Test func `a fault behind a finished response does not change the response`() {
        let exchange = Exchange(Self.get + "bad\r\n\r\n")
        #expect(exchange.events == ["GET / a 1.1 keep", "requestLine", "shutDown", "close"])
        let responses = ReceivedResponse.all(in: exchange.output, to: exchange.methods)
        #expect(responses?.map(\.status) == [200, 400])
        #expect(responses?.last?.text == "The request line is not \"METHOD TARGET HTTP/1.1\".\n")
    }

    @Test(arguments: RequestTests.refused + RequestTests.bodies)
    func `a refused request gets its status and a sentence`(example: Stream) {
        let exchange = Exchange([example.bytes[...]])
        let responses = ReceivedResponse.all(in: exchange.output, to: exchange.methods)
        #expect(responses?.count == 1)
        #expect(responses?.first?.fields["connection"] == "close")
        #expect((400...505).contains(responses?.first?.status ?? 0))
        #expect(responses?.first?.text.wholeMatch(of: /[A-Z].*\.\n/) != nil)
    }

    // MARK: Broken calls

    @Test func `more body than declared traps`() async {
        await #expect(processExitsWith: .failure) {
            let played = PlayedConnection()
            _ = played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            played.connection.begin(.ok)
            played.connection.beginBody(count: 1)
            played.connection.write("ab".utf8.span)
        }
    }

    @Test func `less body than declared traps`() async {
        await #expect(processExitsWith: .failure) {
            let played = PlayedConnection()
            _ = played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            played.connection.begin(.ok)
            played.connection.beginBody(count: 1)
            played.connection.endBody()
        }
    }

    @Test func `a body in a response that has none traps`() async {
        await #expect(processExitsWith: .failure) {
            let played = PlayedConnection()
            _ = played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            played.connection.begin(.noContent)
            played.connection.end("a".utf8.span)
        }
    }

    @Test func `a response without a request traps`() async {
        await #expect(processExitsWith: .failure) {
            let played = PlayedConnection()
            played.connection.begin(.ok)
        }
    }

    @Test func `a field behind the head traps`() async {
        await #expect(processExitsWith: .failure) {
            let played = PlayedConnection()
            _ = played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            played.connection.begin(.ok)
            played.connection.beginBody(count: 0)
            played.connection.add("A", "b")
        }
    }
}
