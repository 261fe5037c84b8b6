import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct HalfCloseTests {
    @Test(arguments: Poller.Kind.available)
    func `a peer that shuts down its writing side receives every response, then the end`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write((0..<500).map { request("ping", $0) }.joined())
        try wire.shutdownWriting()
        #expect(try bench.drain(wire).count == 500)
        #expect(wire.hasEnded)
        #expect(!wire.wasReset)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a connection stays open for a withheld response`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(request("withhold", 1) + request("ping", 2))
        try wire.shutdownWriting()
        try bench.turn(5)
        #expect(wire.lines() == [])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines() == [response(1, "\"withheld\""), response(2, "\"pong\"")])
        #expect(wire.hasEnded)
    }

    @Test(arguments: Poller.Kind.available)
    func `a half-closed subscriber receives notifications until its subscription ends`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(request("subscribe", 1))
        try wire.shutdownWriting()
        try bench.turn(5)
        #expect(wire.lines() == [response(1, "true")])
        bench.service.publish("a")
        try bench.turn()
        #expect(wire.lines() == [notification("published", "\"a\"")])
        for peer in bench.service.subscribers.values {
            peer.keepers -= 1
        }
        try bench.turn()
        #expect(wire.lines() == [])
        #expect(wire.hasEnded)
        #expect(bench.service.subscribers.isEmpty)
    }

    @Test(arguments: Poller.Kind.available)
    func `a half-closed subscriber that closes completely is removed at once`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(request("subscribe", 1))
        try wire.shutdownWriting()
        try bench.turn(5)
        wire.close()
        try bench.turn()
        #expect(bench.server.connectionCount == 0)
        #expect(bench.service.subscribers.isEmpty)
    }

    @Test(arguments: Poller.Kind.available)
    func `an unsubscribe as the last request gets its response`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(
            request("subscribe", 1) + (0..<200).map { request("ping", $0) }.joined() + request("unsubscribe", 2)
        )
        try wire.shutdownWriting()
        let lines = try bench.drain(wire)
        #expect(lines.count == 202)
        #expect(lines.last == response(2, "true"))
        #expect(wire.hasEnded)
    }

    @Test(arguments: Poller.Kind.available)
    func `a message truncated by the end of the stream gets a parse error`(kind: Poller.Kind) throws {
        for stream in [#"{"jsonrpc":"2.0","#, "Content-Length: 10\r\n\r\n{", "Content-Len"] {
            let bench = try TestBench(kind)
            let wire = try bench.connect()
            try wire.write(stream)
            try wire.shutdownWriting()
            let text = try bench.drain(wire).joined()
            #expect(text.contains(#""kind":"parse""#))
            #expect(wire.hasEnded)
            #expect(!wire.wasReset)
            #expect(bench.server.connectionCount == 0)
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `a peer that reads late receives all responses before a fatal fault`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(
            "Content-Length: 72\r\n\r\n" + request("fill", 1, "[900000]").padded(to: 72) + "Content-Length: x\r\n\r\n"
        )
        try wire.shutdownWriting()
        try bench.turn(5)
        let text = try bench.drain(wire).joined(separator: "\n")
        let length = text.utf8.count
        #expect(length > 900_000)
        let says = text.contains(#""kind":"parse""#)
        #expect(says)
        #expect(wire.hasEnded)
        #expect(!wire.wasReset)
        #expect(bench.server.connectionCount == 0)
    }
}

extension String {
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: " ", count: length - utf8.count)
    }
}
