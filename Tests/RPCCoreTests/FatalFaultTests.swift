import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct FatalFaultTests {
    private static func frame(_ text: String) -> String {
        "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }

    static let streams = [
        "GET / HTTP/1.1\r\n\r\n", "\u{FEFF}{}", "\u{0}", "Content-Length: -1\r\n\r\n", "Content-Length: 0x10\r\n\r\n",
        "Content-Length: 1\r\nContent-Length: 1\r\n\r\n1", "Content-Type: x\r\n\r\n",
        "Content-Length: 1000000000000000000000000000000\r\n\r\n", "[\"" + String(repeating: "x", count: 2_000),
    ]

    static var limits: ServerLimits {
        var limits = ServerLimits()
        limits.framing.message = 1_000
        return limits
    }

    @Test(arguments: Poller.Kind.available, streams.indices)
    func `a fatal fault gets a response that the peer can read although it sent more`(
        kind: Poller.Kind,
        stream: Int
    ) throws {
        let bench = try TestBench(kind, limits: Self.limits)
        let wire = try bench.connect()
        try wire.write(Self.streams[stream])
        try bench.turn(2)
        for _ in 0..<20 {
            try wire.write([UInt8](repeating: 0x5B, count: 10_000))
            try bench.turn()
        }
        let text = wire.read()
        #expect(text.contains(#""id":null"#))
        #expect(text.contains("the connection ends"))
        #expect(wire.read().isEmpty)
        #expect(wire.hasEnded)
        #expect(!wire.wasReset)
        wire.close()
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `the error of a fatal fault waits for withheld responses without a limit`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind, limits: Self.limits)
        let wire = try bench.connect()
        try wire.write(Self.frame(request("withhold", 1)) + "foo\n\n")
        try bench.turn(2)
        for _ in 0..<4 {
            bench.clocks.advance(by: .seconds(5))
            try bench.turn()
        }
        #expect(wire.read().isEmpty)
        #expect(bench.server.connectionCount == 1)
        bench.service.release()
        try bench.turn(2)
        let text = wire.read()
        #expect(text.contains(response(1, "\"withheld\"")))
        #expect(text.contains("the connection ends"))
        #expect(wire.hasEnded)
        bench.clocks.advance(by: .seconds(10))
        try bench.turn(2)
        bench.clocks.advance(by: .seconds(5))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a withheld response released in the turn of the deadline is sent with the error`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind, limits: Self.limits)
        let wire = try bench.connect()
        try wire.write(Self.frame(request("withhold", 1)) + "foo\n\n")
        try bench.turn(2)
        bench.clocks.advance(by: .seconds(5))
        try bench.turn()
        bench.clocks.advance(by: .seconds(5))
        bench.service.release()
        try bench.turn()
        let text = wire.read()
        #expect(text.contains(response(1, "\"withheld\"")))
        #expect(text.contains("the connection ends"))
        #expect(wire.hasEnded && !wire.wasReset)
    }

    @Test(arguments: Poller.Kind.available)
    func `after a fatal fault the server waits for a peer that reads late`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(Self.frame(request("fill", 1, "[900000]")) + "foo\n\n")
        try bench.turn(2)
        for _ in 0..<3 {
            bench.clocks.advance(by: .seconds(5))
            try bench.turn()
        }
        let text = try bench.drain(wire).joined()
        #expect(text.utf8.count > 900_000)
        #expect(text.contains("the connection ends"))
        #expect(!wire.wasReset)
    }

    @Test(arguments: Poller.Kind.available)
    func `after a fatal fault the server closes a peer that never reads`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(Self.frame(request("fill", 1, "[900000]")) + "foo\n\n")
        for _ in 0..<15 {
            bench.clocks.advance(by: .seconds(5))
            try bench.turn()
        }
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `after a fatal fault a peer that sends for too long is closed`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind, limits: Self.limits)
        let wire = try bench.connect()
        try wire.write("x")
        try bench.turn(2)
        bench.clocks.advance(by: .milliseconds(4_999))
        try bench.turn()
        #expect(bench.server.connectionCount == 1)
        bench.clocks.advance(by: .milliseconds(1))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `after a fatal fault a peer that sends too much is closed`(kind: Poller.Kind) throws {
        var limits = Self.limits
        limits.discardedInput = 1 << 20
        let bench = try TestBench(kind, limits: limits)
        let wire = try bench.connect()
        try wire.write("x")
        try bench.turn(2)
        var written = 0
        while bench.server.connectionCount > 0, written < 4 << 20 {
            written += (try? wire.write([UInt8](repeating: 0, count: 50_000))) ?? 0
            try bench.turn()
        }
        #expect(bench.server.connectionCount == 0)
        #expect(written > 1 << 20)
        #expect(written < 2 << 20)
    }

    @Test(arguments: Poller.Kind.available)
    func `the responses to valid requests precede the error of a fatal fault`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind, limits: Self.limits)
        let wire = try bench.connect()
        let long = "[\"" + String(repeating: "x", count: 2_000)
        let lines = try bench.exchange(request("ping", 1) + request("withhold", 2) + long, on: wire)
        #expect(lines == [response(1, "\"pong\"")])
        bench.service.release()
        try bench.turn(2)
        #expect(wire.lines().summaries == ["withheld", "tooLarge"])
        #expect(wire.hasEnded)
    }

    @Test(arguments: Poller.Kind.available)
    func `a fault in a line affects only that line, unless closeOnFault is set`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let lines = try bench.exchange("{]\n" + request("ping", 1) + "[\n\n}\n" + request("ping", 2), on: wire)
        #expect(lines.summaries == ["parse", "pong", "parse", "pong"])
        let wish = request("closeOnFault", 3)
        let rest = try bench.exchange(wish + request("ping", 4) + "{]\n" + request("ping", 5), on: wire)
        #expect(Array(rest.dropFirst()).summaries == ["pong", "parse"])
        #expect(wire.hasEnded)
        #expect(!wire.wasReset)
    }

    @Test(arguments: Poller.Kind.available)
    func `sixteen mebibytes of brackets cause one nesting error and are not kept`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 16 << 20)
        #expect(try bench.pour(brackets, into: wire) == brackets.count)
        #expect(bench.server.unreadInput == 0)
        let lines = try bench.exchange("\n" + request("ping", 1), on: wire)
        #expect(lines.summaries == ["tooLarge", "pong"])
    }
}
