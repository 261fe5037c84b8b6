import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import Testing

@Suite struct OrderTests {
    @Test(arguments: Poller.Kind.available)
    func `a thousand requests in one piece are answered in order`(kind: Poller.Kind) throws {
        let bench = try Bench(kind)
        let wire = try bench.connect()
        let lines = try bench.exchange((0..<1_000).map { request("ping", $0) }.joined(), on: wire, turns: 40)
        #expect(lines == (0..<1_000).map { answer($0, "\"pong\"") })
    }

    @Test(arguments: Poller.Kind.available)
    func `what is asked behind a late answer waits for it`(kind: Poller.Kind) throws {
        let bench = try Bench(kind)
        let wire = try bench.connect()
        let first = try bench.exchange(
            request("ping", 1) + request("late", 2) + request("ping", 3) + request("ping"),
            on: wire
        )
        #expect(first == [answer(1, "\"pong\"")])
        #expect(try bench.exchange(request("ping", 4), on: wire) == [])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines() == [answer(2, "\"late 0\""), answer(3, "\"pong\""), answer(4, "\"pong\"")])
        #expect(try bench.exchange(request("ping", 5), on: wire) == [answer(5, "\"pong\"")])
    }

    @Test func `late answers given in any order leave in the requests' order`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        let requests = (0..<50).map { request("late", $0) }.joined()
        #expect(try bench.exchange(requests, on: wire) == [])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines() == (0..<50).map { answer($0, "\"late \($0)\"") })
    }

    @Test func `a request may release the answers before it`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        let lines = try bench.exchange(request("late", 1) + request("ping", 2) + request("release", 3), on: wire)
        #expect(lines == [answer(1, "\"late 0\""), answer(2, "\"pong\""), answer(3, "true")])
    }

    @Test func `promises in a batch are put where they belong`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        let batch = [request("late", 1), request("ping", 2), request("late"), request("late", 3), request("fail", 4)]
        let text = "[\(batch.joined(separator: ","))]"
        #expect(try bench.exchange(request("ping", 0) + text + request("ping", 9), on: wire) == [answer(0, "\"pong\"")])
        bench.service.release()
        try bench.turn()
        let lines = wire.lines()
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasPrefix(
                "[" + [answer(1, "\"late 0\""), answer(2, "\"pong\""), answer(3, "\"late 2\"")].joined(separator: ",")
                    + ","
            ) == true
        )
        #expect(lines.last == answer(9, "\"pong\""))
    }

    @Test func `a promise kept, broken or refused in its own handler is answered at once`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        let lines = try bench.exchange(
            request("ping", 0) + request("lateAtOnce", 1) + request("lateFailure", 2) + request("lateRefusal", 3)
                + "[\(request("lateAtOnce", 4)),\(request("ping", 5))]" + request("ping", 6),
            on: wire
        )
        #expect(lines.count == 6)
        #expect(Array(lines[..<4]).summaries == ["pong", "at once", "busy", "busy"])
        #expect(lines[4] == "[\(answer(4, "\"at once\"")),\(answer(5, "\"pong\""))]")
        #expect(lines[5] == answer(6, "\"pong\""))
    }

    @Test(arguments: Poller.Kind.available)
    func `a promise that its service drops is answered with an error, in its place`(kind: Poller.Kind) throws {
        let bench = try Bench(kind)
        let wire = try bench.connect()
        let requests =
            request("ping", 1) + request("lateNothing", 2) + request("lateNothing") + request("late", 3)
            + "[\(request("late", 4)),\(request("ping", 5))]" + request("ping", 6)
        #expect(try bench.exchange(requests, on: wire).summaries == ["pong", "internal"])
        bench.service.drop()
        try bench.turn()
        let lines = wire.lines()
        try #require(lines.count == 3)
        #expect([lines[0], lines[2]].summaries == ["internal", "pong"])
        let batch = try JSON.parse(lines[1])
        #expect(batch[0]?["id"] == 4)
        #expect(batch[0]?["error"]?["data"]?["kind"] == "internal")
        #expect(batch[1]?["result"] == "pong")
        #expect(try bench.exchange(request("ping", 7), on: wire) == [answer(7, "\"pong\"")])
    }

    @Test func `a promise dropped behind its connection's end is forgotten`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("late", 1) + request("late", 2), on: wire)
        wire.close()
        try bench.turn(3)
        #expect(try bench.connections(awaiting: 0) == 0)
        bench.service.drop()
        try bench.turn()
    }

    @Test(arguments: Poller.Kind.available)
    func `what a request's handler tells its caller goes before the answer`(kind: Poller.Kind) throws {
        let bench = try Bench(kind)
        let wire = try bench.connect()
        let lines = try bench.exchange(request("ping", 1) + request("tell", 2, "[2]") + request("ping", 3), on: wire)
        #expect(
            lines == [
                answer(1, "\"pong\""), told("told", "0"), told("told", "1"), answer(2, "true"), answer(3, "\"pong\""),
            ]
        )
    }

    @Test func `what is told does not wait for a late answer`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        let lines = try bench.exchange(request("late", 1) + request("tell", 2, "[1]") + request("tell"), on: wire)
        #expect(lines == [told("told", "0"), told("told", "0")])
        bench.service.release()
        try bench.turn()
        #expect(wire.lines() == [answer(1, "\"late 0\""), answer(2, "true")])
    }

    @Test(arguments: Poller.Kind.available)
    func `a subscriber that publishes is told before it is answered, others in the same turn`(
        kind: Poller.Kind
    ) throws {
        let bench = try Bench(kind)
        let (one, other) = (try bench.connect(), try bench.connect())
        _ = try bench.exchange(request("subscribe", 1), on: one)
        _ = try bench.exchange(request("subscribe", 1), on: other)
        try one.write(request("publish", 2, "[7]"))
        try bench.turn()
        #expect(one.lines() == [told("published", "7"), answer(2, "2")])
        #expect(other.lines() == [told("published", "7")])
    }

    @Test func `the answers and notifications of the language server framing are framed`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        func framed(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }
        try wire.write(framed(request("tell", 1, "[1]")) + framed(request("late", 2)) + framed("[}") + framed("[]"))
        try bench.turn(4)
        #expect(wire.read() == framed(told("told", "0")) + framed(answer(1, "true")))
        bench.service.release()
        try bench.turn()
        let rest = wire.read()
        #expect(rest.hasPrefix(framed(answer(2, "\"late 0\""))))
        #expect(rest.contains(#""kind":"parse""#))
        #expect(rest.contains(#""kind":"invalidRequest""#))
    }

    @Test func `an answer after the end is forgotten`() throws {
        let bench = try Bench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("late", 1) + "[\(request("late", 2))]", on: wire)
        wire.close()
        try bench.turn(3)
        #expect(try bench.connections(awaiting: 0) == 0)
        bench.service.release()
        try bench.turn(2)
    }

    @Test func `what a service does at the end of a turn leaves in that turn, whenever it was registered`() throws {
        let bench = try Bench()
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
        #expect(wire.lines() == [told("published", "1")])
    }

    @Test func `who leaves at the end of a turn is told of in that turn`() throws {
        let bench = try Bench()
        let (leaving, staying) = (try bench.connect(), try bench.connect())
        _ = try bench.exchange(request("subscribe", 1), on: leaving)
        try leaving.shutdownWriting()
        try bench.turn(2)
        _ = try bench.exchange(request("subscribe", 1), on: staying)
        bench.server.whenClosed = { [service = bench.service] peer in
            service.forget(peer)
            service.publish("left")
        }
        for peer in bench.service.subscribers.values where peer.number == 1 {
            peer.keepers = 0
        }
        try bench.turn()
        #expect(leaving.lines() == [])
        #expect(leaving.hasEnded)
        #expect(staying.lines() == [told("published", "\"left\"")])
    }
}
