import HTTPCore
import JSONCore
import TestSupport
import Testing

@Suite struct RequestTests {
    static let valid: [Stream] = [
        Stream("nothing", "", "close"),
        Stream("a request", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / a 1.1 keep", "close"),
        Stream(
            "a query",
            "GET /tune/a%20b?x=1&y=/?%20 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
            "GET /tune/a%20b ?x=1&y=/?%20 127.0.0.1:8080 1.1 keep",
            "close"
        ),
        Stream("an empty query", "GET /a? HTTP/1.1\r\nHost:a\r\n\r\n", "GET /a ? a 1.1 keep", "close"),
        Stream(
            "three requests in one piece",
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nHEAD /2 HTTP/1.1\r\nHost: a\r\n\r\nDELETE /3 HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /1 a 1.1 keep",
            "HEAD /2 a 1.1 keep",
            "DELETE /3 a 1.1 keep",
            "close"
        ),
        Stream(
            "fields of all kinds",
            "PATCH / HTTP/1.1\r\nhOsT: \t a \t\r\n!#$%&'*+-.^_`|~09azAZ:\r\nX: a\tb  c\r\nY:é\r\n\r\n",
            "PATCH / a 1.1 keep",
            "close"
        ),
        Stream("an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET /  1.1 keep", "close"),
        Stream("an IPv6 host", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET / [::1]:80 1.1 keep", "close"),
        Stream("a later version", "GET / HTTP/1.7\r\nHost: a\r\n\r\n", "GET / a 1.1 keep", "close"),
        Stream(
            "the end is requested",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\nGET / HTTP/1.1\r\n",
            "GET / a 1.1 close",
            "close"
        ),
        Stream(
            "the end is requested in a second field",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nConnection: close\r\n\r\n",
            "GET / a 1.1 close",
            "close"
        ),
        Stream(
            "a quote hides no word of a list",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: x\", close\r\n\r\n",
            "GET / a 1.1 close",
            "close"
        ),
        Stream("HTTP/1.0", "GET / HTTP/1.0\r\n\r\nGET / HTTP/1.0\r\n\r\n", "GET / nil 1.0 close", "close"),
        Stream(
            "HTTP/1.0 that stays open",
            "GET /1 HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\nGET /2 HTTP/1.0\r\nHost: b\r\n\r\n",
            "GET /1 nil 1.0 keep",
            "GET /2 b 1.0 close",
            "close"
        ),
        Stream("an empty line first", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / a 1.1 keep", "close"),
        Stream(
            "an empty line between requests, as after a body",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n\r\n",
            "head",
            "POST / a 1.1 keep [x]",
            "GET /2 a 1.1 keep",
            "close"
        ),
        Stream("only an empty line", "\r\n", "close"),
        Stream(
            "a URL as target",
            "GET HTTP://example:80/x?y HTTP/1.1\r\nHost: other\r\n\r\n",
            "GET /x ?y example:80 1.1 keep",
            "close"
        ),
        Stream(
            "a URL without a path",
            "GET http://a HTTP/1.1\r\nHost: b\r\n\r\nGET http://a?b HTTP/1.1\r\nHost: b\r\n\r\n",
            "GET  a 1.1 keep",
            "GET  ?b a 1.1 keep",
            "close"
        ),
        Stream("the target *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * a 1.1 keep", "close"),
        Stream("other methods", "get / HTTP/1.1\r\nHost: a\r\n\r\n", "get / a 1.1 keep", "close"),
        Stream(
            "a body",
            "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nxyzGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            "head",
            "PUT /a a 1.1 keep [xyz]",
            "GET /b a 1.1 keep",
            "close"
        ),
        Stream(
            "a body of no bytes",
            "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Length: 000\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            "PUT /a a 1.1 keep",
            "GET /b a 1.1 keep",
            "close"
        ),
        Stream(
            "a body of the greatest length",
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 64\r\n\r\n" + String(repeating: "x", count: 64),
            "head",
            "PUT / a 1.1 keep [\(String(repeating: "x", count: 64))]",
            "close"
        ),
        Stream(
            "chunks",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "3\r\nabc\r\n00A;name=\"v;\" ; b\r\n0123456789\r\n1 \t;x\r\n\n\r\n0;end\r\n\r\n"
                + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            "head",
            "POST / a 1.1 keep [abc0123456789\n]",
            "GET /b a 1.1 keep",
            "close"
        ),
        Stream(
            "no chunks, and trailers",
            "POST / HTTP/1.1\r\nTransfer-Encoding:chunked\r\nHost: a\r\n\r\n0\r\nX: y\r\nContent-Length: 5\r\n\r\n"
                + "GET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            "head",
            "POST / a 1.1 keep []",
            "GET /b a 1.1 keep",
            "close"
        ),
        Stream(
            "an early response, and the body is skipped",
            "PUT /early HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcdeGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            "head",
            "GET /b a 1.1 keep",
            "close"
        ),
        Stream(
            "an early response, and chunks are skipped",
            "PUT /early HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5\r\nabcde\r\n2\r\nfg\r\n0\r\nX: y\r\nZ: z\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n",
            "head",
            "GET /b a 1.1 keep",
            "close"
        ),
        Stream(
            "an early response to faulty chunks",
            "PUT /early HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nGET /b HTTP/1.1\r\n",
            "head",
            "shutDown",
            "close"
        ),
        Stream(
            "an early response before the end of the stream",
            "PUT /early HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc",
            "head",
            "close"
        ),
        Stream(
            "an early response to a client that may wait",
            "PUT /early HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde",
            "head",
            "shutDown",
            "close"
        ),
        Stream(
            "an early response to too long a body",
            "PUT /early HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\nabcde",
            "head",
            "shutDown",
            "close"
        ),
        Stream("an abandoned body", "GET /abandon HTTP/1.1\r\nHost: a\r\n\r\n", "GET /abandon a 1.1 keep", "close"),
        Stream(
            "a stream, then another request",
            "GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /none HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /stream a 1.1 keep",
            "GET /none a 1.1 keep",
            "close"
        ),
        Stream(
            "a stream for HTTP/1.0",
            "GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /none HTTP/1.0\r\n\r\n",
            "GET /stream nil 1.0 keep",
            "close"
        ),
        Stream(
            "HEAD for each kind of response",
            "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\nHEAD /stream HTTP/1.1\r\nHost: a\r\n\r\nHEAD /none HTTP/1.1\r\nHost: a"
                + "\r\n\r\n",
            "HEAD /a a 1.1 keep",
            "HEAD /stream a 1.1 keep",
            "HEAD /none a 1.1 keep",
            "close"
        ),
    ]

    private static let host = "Host: a\r\n"

    static let refused: [Stream] = [
        .refused("a line that is no request", "hello\r\n\r\n", .requestLine),
        .refused("no method", " / HTTP/1.1\r\n", .requestLine),
        .refused("a method with a colon", "G:T / HTTP/1.1\r\n", .requestLine),
        .refused("two empty lines first", "\r\n\r\nGET / HTTP/1.1\r\n", .requestLine),
        .refused("two spaces before the target", "GET  / HTTP/1.1\r\n", .target),
        .refused("two spaces behind the target", "GET /  HTTP/1.1\r\n", .version),
        .refused("a tab for a space", "GET\t/ HTTP/1.1\r\n", .requestLine),
        .refused("a tab behind the target", "GET /\tHTTP/1.1\r\n", .target),
        .refused("a space behind the version", "GET / HTTP/1.1 \r\n", .version),
        .refused("HTTP/0.9", "GET /\r\n", .version),
        .refused("a space in the target", "GET /a b HTTP/1.1\r\n", .version),
        .refused("a target beyond ASCII", "GET /é HTTP/1.1\r\n", .target),
        .refused("a fragment", "GET /a#b HTTP/1.1\r\n", .target),
        .refused("a fragment in the query", "GET /a?b#c HTTP/1.1\r\n", .target),
        .refused("a target without a slash", "GET a HTTP/1.1\r\n", .target),
        .refused("an https URL", "GET https://a/ HTTP/1.1\r\n", .target),
        .refused("a URL without a host", "GET http:/// HTTP/1.1\r\n", .target),
        .refused("a URL with a user", "GET http://u@a/ HTTP/1.1\r\n", .target),
        .refused("the target * for GET", "GET * HTTP/1.1\r\n", .target),
        .refused("a tunnel", "CONNECT a:443 HTTP/1.1\r\n", .tunnel),
        .refused("a version of small letters", "GET / http/1.1\r\n", .version),
        .refused("a version of three digits", "GET / HTTP/1.11\r\n", .version),
        .refused("a version that is no number", "GET / HTTP/1.x\r\n", .version),
        .refused("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedVersion),
        .refused("HTTP/0.9 with a version", "GET / HTTP/0.9\r\n", .unsupportedVersion),
        .refused("a TLS handshake", "\u{16}\u{3}\u{1}\u{2}", .controlCharacter),
        .refused("NUL in the target", "GET /\u{0} HTTP/1.1\r\n", .controlCharacter),
        .refused("NUL in a value", "GET / HTTP/1.1\r\nHost: a\u{0}\r\n", .controlCharacter),
        .refused("DEL in a value", "GET / HTTP/1.1\r\nHost: a\u{7F}\r\n", .controlCharacter),
        .refused("a bare CR in the request line", "GET / HTTP/1.1\rHost: a\r\n", .bareCarriageReturn),
        .refused("a bare CR in a value", "GET / HTTP/1.1\r\nHost: a\rb\r\n", .bareCarriageReturn),
        .refused("a bare CR at the end", "GET / HTTP/1.1\r\n\(host)\r\rx", .bareCarriageReturn),
        .refused("a bare LF behind the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", .bareLineFeed),
        .refused("a bare LF behind a field", "GET / HTTP/1.1\r\nHost: a\n\r\n", .bareLineFeed),
        .refused("a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n", .spaceBeforeColon),
        .refused("a tab before the colon", "GET / HTTP/1.1\r\nHost\t: a\r\n", .spaceBeforeColon),
        .refused("a folded field", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n", .foldedField),
        .refused("a folded field first", "GET / HTTP/1.1\r\n\tHost: a\r\n", .foldedField),
        .refused("a field without a colon", "GET / HTTP/1.1\r\nHost\r\n", .noColon),
        .refused("a field without a name", "GET / HTTP/1.1\r\n: a\r\n", .fieldName),
        .refused("a name with a parenthesis", "GET / HTTP/1.1\r\nHo(st: a\r\n", .fieldName),
        .refused("a name beyond ASCII", "GET / HTTP/1.1\r\nHöst: a\r\n", .fieldName),
        .refused("no host", "GET / HTTP/1.1\r\nX: a\r\n\r\n", .noHost),
        .refused("no host and a URL", "GET http://a/ HTTP/1.1\r\nX: a\r\n\r\n", .noHost),
        .refused("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHost),
        .refused("two hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHost),
        .refused("a host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .host),
        .refused("a host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .host),
        .refused("a list of hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .host),
        .refused("a signed length", "PUT / HTTP/1.1\r\n\(host)Content-Length: +1\r\n\r\nx", .length),
        .refused("a negative length", "PUT / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\nx", .length),
        .refused("an empty length", "PUT / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\nx", .length),
        .refused("a hexadecimal length", "PUT / HTTP/1.1\r\n\(host)Content-Length: 0x1\r\n\r\nx", .length),
        .refused("a list of lengths", "PUT / HTTP/1.1\r\n\(host)Content-Length: 1, 1\r\n\r\nx", .length),
        .refused("a length with a space", "PUT / HTTP/1.1\r\n\(host)Content-Length: 1 1\r\n\r\nx", .length),
        .refused(
            "two equal lengths",
            "PUT / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 1\r\n\r\nx",
            .repeatedLength
        ),
        .refused(
            "length and encoding",
            "PUT / HTTP/1.1\r\n\(host)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .lengthAndEncoding
        ),
        .refused(
            "encoding and length",
            "PUT / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n",
            .lengthAndEncoding
        ),
        .refused(
            "two encodings",
            "PUT / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .repeatedEncoding
        ),
        .refused(
            "chunked is not last",
            "PUT / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked, gzip\r\n\r\n",
            .lastEncodingNotChunked
        ),
        .refused(
            "chunked with something behind",
            "PUT / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked;x\r\n\r\n",
            .lastEncodingNotChunked
        ),
        .refused(
            "an empty encoding",
            "PUT / HTTP/1.1\r\n\(host)Transfer-Encoding:\r\n\r\n",
            .lastEncodingNotChunked
        ),
        .refused(
            "another encoding first",
            "PUT / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n",
            .unknownEncoding
        ),
        .refused(
            "chunks in HTTP/1.0",
            "PUT / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            .encodingInVersion10
        ),
        .refused("another expectation", "PUT / HTTP/1.1\r\n\(host)Expect: x\r\n\r\n", .unknownExpectation),
    ]

    /// Requests that are refused behind their head.
    static let refusedBodies: [(String, String, RequestFault)] = [
        ("too long a body", "Content-Length: 65\r\n\r\nx", .bodyTooLong(limit: 64)),
        ("10^30 bytes", "Content-Length: 1000000000000000000000000000000\r\n\r\nx", .bodyTooLong(limit: 64)),
        ("too long a chunk", "Transfer-Encoding: chunked\r\n\r\n41\r\n", .bodyTooLong(limit: 64)),
        ("16^20 bytes", "Transfer-Encoding: chunked\r\n\r\n100000000000000000000\r\n", .bodyTooLong(limit: 64)),
        ("too many chunks", "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n40\r\n", .bodyTooLong(limit: 64)),
        ("no size", "Transfer-Encoding: chunked\r\n\r\n\r\n", .chunkSize),
        ("a size of no digits", "Transfer-Encoding: chunked\r\n\r\nx\r\n", .chunkSize),
        ("a signed size", "Transfer-Encoding: chunked\r\n\r\n+1\r\nx\r\n", .chunkSize),
        ("a size with a prefix", "Transfer-Encoding: chunked\r\n\r\n0x1\r\nx\r\n", .chunkSize),
        ("a space before a size", "Transfer-Encoding: chunked\r\n\r\n 1\r\nx\r\n", .chunkSize),
        ("a space behind a size", "Transfer-Encoding: chunked\r\n\r\n1 \r\nx\r\n", .chunkSize),
        ("a bare LF behind a size", "Transfer-Encoding: chunked\r\n\r\n1\nx\r\n", .bareLineFeed),
        ("a bare CR behind a size", "Transfer-Encoding: chunked\r\n\r\n1\rx", .bareCarriageReturn),
        ("NUL in an extension", "Transfer-Encoding: chunked\r\n\r\n1;\u{0}\r\nx\r\n", .controlCharacter),
        ("too long a chunk for its size", "Transfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n", .chunkEnd),
        ("a bare LF behind a chunk", "Transfer-Encoding: chunked\r\n\r\n1\r\nx\n", .chunkEnd),
        ("a bare CR behind a chunk", "Transfer-Encoding: chunked\r\n\r\n1\r\nx\rx", .chunkEnd),
        ("a trailer without a colon", "Transfer-Encoding: chunked\r\n\r\n0\r\nx\r\n", .noColon),
        ("a trailer with a space", "Transfer-Encoding: chunked\r\n\r\n0\r\nx : y\r\n", .fieldName),
    ]

    static let bodies = refusedBodies.map { name, text, fault in
        Stream(name, "PUT / HTTP/1.1\r\nHost: a\r\n\(text)", "head", "\(fault)", "shutDown", "close")
    }

    static let endedInside: [Stream] = [
        Stream("an end inside the request line", "GET /", "endedInside", "close"),
        Stream("an end inside the fields", "GET / HTTP/1.1\r\nHost: a\r\n", "endedInside", "close"),
        Stream(
            "an end inside a body",
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx",
            "head",
            "endedInside",
            "close"
        ),
        Stream(
            "an end inside a chunk",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nx",
            "head",
            "endedInside",
            "close"
        ),
        Stream(
            "an end before the last chunk",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
            "head",
            "endedInside",
            "close"
        ),
        Stream(
            "an end inside the trailers",
            "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n",
            "head",
            "endedInside",
            "close"
        ),
    ]

    static let all = valid + refused + bodies + endedInside

    @Test(arguments: all)
    func `a connection reports the requests and faults of a stream`(example: Stream) {
        let exchange = Exchange([example.bytes[...]])
        #expect(exchange.events == example.events)
        #expect(ReceivedResponse.all(in: exchange.output, to: exchange.methods) != nil)
    }

    @Test(arguments: all)
    func `a stream gives equal results byte by byte and for each split`(example: Stream) {
        let bytes = example.bytes
        for limits in [HTTPLimits(), Exchange.narrowLimits] {
            let whole = Exchange([bytes[...]], limits: limits)
            let dripped = Exchange(bytes.indices.map { bytes[$0...$0] }, limits: limits)
            #expect(dripped.events == whole.events)
            #expect(dripped.text == whole.text)
            for position in bytes.indices {
                let split = Exchange([bytes[..<position], bytes[position...]], limits: limits)
                #expect(split.events == whole.events, "split at \(position)")
                #expect(split.text == whole.text, "split at \(position)")
            }
        }
    }

    @Test(arguments: Seeds.all)
    func `random pieces of random streams give equal results`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            var stream: [UInt8] = []
            for _ in 0..<3 {
                stream += Self.all.randomElement(using: &generator)?.bytes ?? []
            }
            for _ in 0..<Int.random(in: 0...2, using: &generator) where !stream.isEmpty {
                let byte = Array("\r\n :;0,\0x\u{7F}".utf8).randomElement(using: &generator) ?? 0
                stream[Int.random(in: stream.indices, using: &generator)] = byte
            }
            var pieces: [ArraySlice<UInt8>] = []
            var start = 0
            while start < stream.count {
                let end = min(stream.count, start + Int.random(in: 1...40, using: &generator))
                pieces.append(stream[start..<end])
                start = end
            }
            for limits in [HTTPLimits(), Exchange.narrowLimits] {
                let whole = Exchange([stream[...]], limits: limits)
                let split = Exchange(pieces, limits: limits)
                #expect(split.events == whole.events, "seed \(seed)")
                #expect(split.text == whole.text, "seed \(seed)")
                #expect(ReceivedResponse.all(in: whole.output, to: whole.methods) != nil, "seed \(seed)")
            }
        }
    }
}
