import HTTPCore
import JSONCore
import TestSupport
import Testing

@Suite struct HTTPLimitTests {
    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test func `a request line of 8 KiB is read, and a longer one is refused with 414`() {
        let rest = " HTTP/1.1\r\nHost: a\r\n\r\n"
        // "GET /" and " HTTP/1.1" have 14 bytes.
        let longest = Exchange("GET /" + Self.text((8 << 10) - 14) + rest)
        #expect(longest.events == ["GET /\(Self.text((8 << 10) - 14)) a 1.1 keep", "close"])
        let longer = Exchange("GET /" + Self.text((8 << 10) - 13) + rest)
        #expect(longer.events == ["requestLineTooLong(limit: 8192)", "shutDown", "close"])
        #expect(longer.text.hasPrefix("HTTP/1.1 414 URI Too Long\r\n"))
    }

    @Test func `an unfinished request line is refused once it is too long`() {
        #expect(Exchange(Self.text(8 << 10), ends: false).events == [])
        #expect(Exchange(Self.text((8 << 10) + 1), ends: false).events.first == "requestLineTooLong(limit: 8192)")
    }

    @Test func `header fields of 16 KiB are read, and more are refused with 431`() {
        // The fields with their line ends, before the empty line.
        let fields = "Host: a\r\nX: " + Self.text((16 << 10) - 15) + "\r\n"
        #expect(fields.utf8.count == (16 << 10) - 1)
        #expect(Exchange("GET / HTTP/1.1\r\n\(fields)\r\n").events == ["GET / a 1.1 keep", "close"])
        let longer = Exchange("GET / HTTP/1.1\r\nY:\r\n\(fields)\r\n")
        #expect(longer.events == ["fieldsTooLong(limit: 16384)", "shutDown", "close"])
        #expect(longer.text.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
    }

    @Test func `too long a body is refused with 413 and the connection ends`() {
        let exchange = Exchange("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 65\r\n\r\n")
        #expect(exchange.text.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
        #expect(exchange.text.contains("\r\nConnection: close\r\n"))
        #expect(exchange.text.hasSuffix("\r\n\r\nThe body has more than 64 bytes.\n"))
    }

    @Test func `the response that refuses a HEAD request has no body`() {
        let exchange = Exchange("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 65\r\n\r\n")
        #expect(exchange.text.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
        #expect(exchange.text.hasSuffix("\r\n\r\n"))
    }

    @Test func `chunk lines, extensions and trailers have limits`() {
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        func events(_ chunks: String) -> [String] { Exchange(head + chunks).events }
        let whole = ["head", "PUT / a 1.1 keep []", "close"]
        func refused(_ fault: RequestFault) -> [String] { ["head", "\(fault)", "shutDown", "close"] }

        #expect(events("0;" + Self.text(254) + "\r\n\r\n") == whole)
        #expect(events("0;" + Self.text(255) + "\r\n\r\n") == refused(.chunkLineTooLong(limit: 256)))
        // 41 chunks of a byte with 200 bytes of extensions each.
        let chunk = "1;" + Self.text(199) + "\r\nx\r\n"
        #expect(events(String(repeating: chunk, count: 40) + "0\r\n\r\n").count == 3)
        #expect(
            events(String(repeating: chunk, count: 41) + "0\r\n\r\n") == refused(.chunkLineTooLong(limit: 8192))
        )
        let trailer = "X: " + Self.text(95) + "\r\n"
        #expect(events("0\r\n" + String(repeating: trailer, count: 81) + "\r\n") == whole)
        #expect(
            events("0\r\n" + String(repeating: trailer, count: 82) + "\r\n") == refused(.trailersTooLong(limit: 8192))
        )
    }

    @Test func `at most 64 KiB of a body are skipped after an early response`() {
        let head = "PUT /early HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let next = "0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let chunk = "1000\r\n" + Self.text(4_096) + "\r\n"
        let all = Exchange(head + String(repeating: chunk, count: 16) + next)
        #expect(all.events == ["head", "GET / a 1.1 keep", "close"])
        let tooMany = Exchange(head + String(repeating: chunk, count: 17) + next)
        #expect(tooMany.events == ["head", "shutDown", "close"])
    }

    @Test func `joined chunks use no more memory than their content`() {
        let played = PlayedConnection()
        #expect(played.receive("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n") == .head)
        let head = played.input.count
        played.connection.acceptBody(limit: 1_000)
        for _ in 0..<1_000 {
            #expect(played.receive("1;" + Self.text(5) + "\r\nx\r\n") == .wait)
        }
        #expect(played.input.count == head + 1_000)
        #expect(played.receive("0\r\n\r\n") == .request)
        #expect(played.text(played.connection.request.content) == Self.text(1_000))
    }

    @Test func `at most 1 MiB of input is discarded behind the last response`() {
        var limits = HTTPLimits()
        limits.discardedInput = 100
        let played = PlayedConnection(limits: limits)
        #expect(played.receive("bad\r\n") == .refused)
        #expect(played.receive() == .wait)
        #expect(!played.wantsInput)
        _ = played.send()
        #expect(played.receive(Self.text(50)) == .shutDown)
        #expect(played.wantsInput)
        #expect(played.receive(Self.text(40)) == .wait)
        #expect(played.input.count == 0)
        #expect(played.receive(Self.text(40)) == .close)
    }

    // MARK: Time

    @Test func `slow headers are refused with 408`() {
        let played = PlayedConnection()
        #expect(played.receive("G") == .wait)
        let deadline = played.connection.deadline
        #expect(deadline == 10_000_000_000)
        played.now = 9_000_000_000
        #expect(played.receive("ET / HTTP/1.1\r\n") == .wait)
        #expect(played.connection.deadline == deadline, "more bytes give no more time")
        #expect(!played.reach(deadline - 1))
        #expect(played.reachDeadline() == .refused)
        #expect(played.connection.fault == .headTimedOut)
        #expect(played.send().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        #expect(played.receive() == .shutDown)
        #expect(played.reachDeadline() == nil, "no limit runs before the next wait")
        #expect(played.receive() == .wait)
        #expect(played.reachDeadline() == .close)
    }

    @Test func `each head has its own time`() {
        let played = PlayedConnection()
        #expect(played.receive("GET / HTTP/1.1\r\n") == .wait)
        played.now = 9_000_000_000
        #expect(played.receive("Host: a\r\n\r\nGET / HTTP/1.1\r\n") == .request)
        played.connection.begin(.ok)
        played.connection.end()
        _ = played.send()
        #expect(played.receive() == .wait)
        #expect(played.connection.deadline == 19_000_000_000)
    }

    @Test func `a slow body is refused with 408`() {
        let played = PlayedConnection()
        #expect(played.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx") == .head)
        #expect(played.reachDeadline() == nil, "the server decides")
        played.connection.acceptBody(limit: 2)
        #expect(played.receive() == .wait)
        #expect(played.connection.deadline == 30_000_000_000)
        #expect(played.reachDeadline() == .refused)
        #expect(played.send().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    }

    @Test func `a body that is skipped too slowly ends the connection`() {
        let played = PlayedConnection()
        #expect(played.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx") == .head)
        #expect(played.respond() == .wait)
        _ = played.send()
        #expect(played.receive() == .wait)
        #expect(played.reachDeadline() == .close)
    }

    @Test(arguments: ["", "\r\n"])
    func `an idle connection is closed without a response`(text: String) {
        let played = PlayedConnection()
        #expect(played.receive(text) == .wait)
        #expect(played.connection.deadline == 75_000_000_000)
        #expect(played.reachDeadline() == .close)
        #expect(played.outputIsEmpty)
    }

    @Test func `no time limit runs while the server responds`() {
        let played = PlayedConnection()
        #expect(played.receive() == .wait)
        #expect(played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == .request)
        #expect(played.receive() == .wait)
        #expect(played.connection.deadline == .max)
    }

    @Test func `a peer that receives nothing for a minute is given up`() {
        let played = PlayedConnection()
        #expect(played.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n") == .request)
        #expect(played.respond("body") == .wait)
        played.now = 59_000_000_000
        _ = played.send(1)
        #expect(played.receive() == .wait)
        #expect(played.connection.deadline == 119_000_000_000)
        #expect(played.reachDeadline() == .close)
        #expect(played.outputIsEmpty)
    }
}
