import JSONCore
import LoopCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@Suite struct OrderTests {
    @Test(arguments: Poller.Kind.available)
    func `a thousand pipelined requests get responses in order`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let lines = try bench.exchange((0..<1_000).map { request("ping", $0) }.joined(), on: wire, turns: 40)
        #expect(lines == (0..<1_000).map { response($0, "\"pong\"") })
    }

    @Test(arguments: Poller.Kind.available)
    func `notifications that a handler sends to its caller precede the response`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let lines = try bench.exchange(request("ping", 1) + request("send", 2, "[2]") + request("ping", 3), on: wire)
        #expect(
            lines == [
                response(1, "\"pong\""), notification("sent", "0"), notification("sent", "1"), response(2, "true"),
                response(3, "\"pong\""),
            ]
        )
    }

    @Test(arguments: Poller.Kind.available)
    func `a publishing subscriber gets the notification before its response`(
        kind: Poller.Kind
    ) throws {
        let bench = try TestBench(kind)
        let (one, other) = (try bench.connect(), try bench.connect())
        _ = try bench.exchange(request("subscribe", 1), on: one)
        _ = try bench.exchange(request("subscribe", 1), on: other)
        try one.write(request("publish", 2, "[7]"))
        try bench.turn()
        #expect(one.lines() == [notification("published", "7"), response(2, "2")])
        #expect(other.lines() == [notification("published", "7")])
    }

    @Test func `responses and notifications use the Content-Length framing of the peer`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }
        try wire.write(framed(request("send", 1, "[1]")) + framed(request("withhold", 2)) + framed("[}") + framed("[]"))
        try bench.turn(4)
        #expect(wire.read() == framed(notification("sent", "0")) + framed(response(1, "true")))
        bench.service.release()
        try bench.turn()
        let rest = wire.read()
        #expect(rest.hasPrefix(framed(response(2, "\"withheld\""))))
        #expect(rest.contains(#""kind":"parse""#))
        #expect(rest.contains(#""kind":"invalidRequest""#))
    }

    @Test func `notifications sent at the end of a turn leave in that turn`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("subscribe", 1), on: wire)
        var isDue = true
        bench.loop.atEndOfTurn { [service = bench.service] in
            if isDue {
                isDue = false
                service.publish(1)
            }
        }
        try bench.turn()
        #expect(wire.lines() == [notification("published", "1")])
    }

    @Test func `a disconnection at the end of a turn is reported in that turn`() throws {
        let bench = try TestBench()
        let (leaving, staying) = (try bench.connect(), try bench.connect())
        _ = try bench.exchange(request("subscribe", 1), on: leaving)
        try leaving.shutdownWriting()
        try bench.turn(2)
        _ = try bench.exchange(request("subscribe", 1), on: staying)
        bench.service.whenForgotten = { [unowned service = bench.service] in service.publish("left") }
        for peer in bench.service.subscribers.values where peer.number == 1 {
            peer.keepers = 0
        }
        try bench.turn()
        #expect(leaving.lines() == [])
        #expect(leaving.hasEnded)
        #expect(staying.lines() == [notification("published", "\"left\"")])
    }
}
