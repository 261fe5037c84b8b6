import JSONCore
import RPCCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

/// Tests of the orderly end of a server.
@Suite struct EndTests {
    /// A counter of the calls that report the end.
    final class EndCounter {
        var times = 0
    }

    static let limit = Duration.seconds(5)

    static func end(_ bench: TestBench, within limit: Duration = limit) -> EndCounter {
        let ended = EndCounter()
        bench.server.end(within: limit) { ended.times += 1 }
        return ended
    }

    @Test(arguments: Poller.Kind.available)
    func `an ending server sends the responses to received requests, then closes without a reset`(
        kind: Poller.Kind
    ) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let requests = (0..<200).map { request("ping", $0) }.joined()
        try wire.write(requests + request("withhold", 200) + request("update", 201))
        try bench.turn()
        let ended = Self.end(bench)
        // The server must discard this request: unread data in the kernel would reset the connection.
        try wire.write(request("update", 202))
        try bench.turn(8)
        var lines = wire.lines()
        #expect(lines.count == 200)
        #expect(ended.times == 0)
        bench.service.release()
        try bench.turn(3)
        lines += wire.lines()
        let pongs = (0..<200).map { response($0, "\"pong\"") }
        #expect(lines == pongs + [response(200, "\"withheld\""), response(201, "null")])
        #expect(wire.hasEnded)
        #expect(!wire.wasReset)
        #expect(bench.service.called == ["update"])
        #expect(ended.times == 1)
    }

    @Test(arguments: Poller.Kind.available)
    func `an ending server accepts and serves no new connection`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let directory = try TemporaryDirectory()
        let address = try UnixAddress(directory.file("socket"))
        try bench.server.listen(on: try Kernel.listen(at: address, mode: 0o600))
        let ended = Self.end(bench)
        // A child of another test has a copy of the listener until it runs its program.
        let isRefused = try eventually {
            do throws(SystemError) {
                _ = try Kernel.connect(to: address)
                return false
            } catch {
                return true
            }
        }
        #expect(isRefused)
        let late = try bench.connect()
        #expect(late.hasEnded)
        #expect(ended.times == 0, "not inside the call")
        try bench.turn()
        #expect(ended.times == 1)
        #expect(bench.server.connectionCount == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a subscriber receives the last notifications before the server ends`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (calling, listening) = (try bench.connect(), try bench.connect())
        _ = try bench.exchange(request("subscribe", 1), on: listening)
        try calling.write((0..<100).map { request("ping", $0) }.joined() + request("publish", 100, "[7]"))
        try bench.turn()
        let end = Self.end(bench)
        try bench.turn(4)
        #expect(calling.lines().last == response(100, "1"))
        #expect(listening.lines() == [notification("published", "7")])
        #expect(calling.hasEnded && listening.hasEnded)
        #expect(end.times == 1)
        #expect(bench.service.subscribers.isEmpty)
    }

    @Test(arguments: Poller.Kind.available)
    func `a peer that does not read delays the end only up to the limit`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (lazy, other) = (try bench.connect(), try bench.connect())
        try lazy.write(String(repeating: request("fill", 1, "[100000]"), count: 300))
        try bench.turn(20)
        let ended = Self.end(bench)
        try bench.turn(3)
        #expect(other.hasEnded)
        #expect(!other.wasReset)
        bench.clocks.advance(by: Self.limit - .nanoseconds(1))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 1)
        #expect(ended.times == 0)
        bench.clocks.advance(by: .nanoseconds(1))
        try bench.turn(2)
        #expect(bench.server.connectionCount == 0)
        #expect(ended.times == 1)
    }

    @Test(arguments: Poller.Kind.available)
    func `a peer that reads late receives everything within the limit`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write(String(repeating: request("fill", 1, "[100000]"), count: 100))
        try bench.turn(20)
        let ended = Self.end(bench)
        #expect(try bench.drain(wire).count == 100)
        #expect(wire.hasEnded)
        #expect(!wire.wasReset)
        #expect(ended.times == 1)
    }

    @Test(arguments: Poller.Kind.available)
    func `an unreleased response does not delay the end beyond the limit`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wires = try (0..<3).map { _ in try bench.connect() }
        _ = try bench.exchange(request("ping", 1) + request("withhold", 2), on: wires[0])
        let ended = Self.end(bench)
        try bench.turn(3)
        #expect(ended.times == 0)
        bench.clocks.advance(by: Self.limit)
        try bench.turn(2)
        #expect(ended.times == 1)
        #expect(bench.server.connectionCount == 0)
        bench.service.release()
        try bench.turn()
    }

    @Test(arguments: Poller.Kind.available)
    func `a failed withheld response is sent and no longer delays the end`(
        kind: Poller.Kind
    ) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        _ = try bench.exchange(request("withhold", 1) + request("ping", 2), on: wire)
        let ended = Self.end(bench)
        try bench.turn(3)
        #expect(ended.times == 0)
        bench.service.failWithheld()
        try bench.turn(3)
        #expect(wire.lines().summaries == ["storage", "storage"])
        #expect(wire.hasEnded && !wire.wasReset)
        #expect(ended.times == 1)
    }

    @Test(arguments: Poller.Kind.available)
    func `a request may end the server, and later received requests still get responses`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        let pings = (3..<100).map { request("ping", $0) }.joined()
        let lines = try bench.exchange(request("ping", 1) + request("end", 2) + pings, on: wire)
        #expect(lines.count == 99)
        #expect(wire.hasEnded)
        #expect(!wire.wasReset)
        #expect(bench.service.hasEnded)
    }

    @Test(arguments: Poller.Kind.available)
    func `an incomplete message neither causes an error nor delays the end`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (begun, withheld) = (try bench.connect(), try bench.connect())
        try begun.write(request("ping", 1) + #"{"jsonrpc":"#)
        try withheld.write(request("withhold", 1) + #"{"jsonrpc":"#)
        try bench.turn(2)
        let ended = Self.end(bench, within: .seconds(100))
        try bench.turn(2)
        bench.clocks.advance(by: .seconds(90))
        try bench.turn(2)
        bench.service.release()
        try bench.turn(3)
        #expect(begun.lines() == [response(1, "\"pong\"")])
        #expect(withheld.lines() == [response(1, "\"withheld\"")])
        #expect(begun.hasEnded && withheld.hasEnded)
        #expect(ended.times == 1)
        #expect(bench.server.unreadInput == 0)
    }

    @Test(arguments: Poller.Kind.available)
    func `a peer that has not read its fatal error does not delay the end`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let wire = try bench.connect()
        try wire.write("nonsense")
        try bench.turn(2)
        try wire.write("and more")
        let ended = Self.end(bench)
        try bench.turn(3)
        #expect(wire.lines().summaries == ["parse"])
        #expect(wire.hasEnded && !wire.wasReset)
        #expect(ended.times == 1)
    }

    @Test(arguments: Poller.Kind.available)
    func `a peer that disconnects during the end is removed at once`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (leaving, waiting) = (try bench.connect(), try bench.connect())
        for wire in [leaving, waiting] {
            try wire.write(request("withhold", 1))
        }
        try bench.turn(2)
        let ended = Self.end(bench)
        leaving.close()
        try bench.turn()
        #expect(bench.server.connectionCount == 1)
        waiting.close()
        try bench.turn()
        #expect(bench.server.connectionCount == 0)
        try bench.turn()
        #expect(ended.times == 1)
    }

    @Test func `a second end call brings the end forward, and both callbacks run`() throws {
        let bench = try TestBench()
        let wire = try bench.connect()
        _ = try bench.exchange(request("withhold", 1), on: wire)
        let first = Self.end(bench)
        try bench.turn(2)
        let second = Self.end(bench, within: .seconds(1))
        bench.clocks.advance(by: .seconds(1))
        try bench.turn(2)
        #expect(first.times == 1)
        #expect(second.times == 1)
        let third = Self.end(bench)
        try bench.turn()
        #expect(third.times == 1)
        bench.clocks.advance(by: .seconds(10))
        try bench.turn()
        #expect(first.times + second.times + third.times == 3)
    }

    @Test(arguments: Poller.Kind.available)
    func `the end is correct with short reads and writes`(kind: Poller.Kind) throws {
        for most in [1, 7, 1_000] {
            let bench = try TestBench(kind)
            let wire = try bench.connect { stream in
                let contrary = ContraryStream(stream)
                contrary.most = most
                contrary.refusalEvery = 3
                return contrary
            }
            try wire.write(request("send", 1, "[20]") + request("withhold", 2) + request("ping", 3))
            try bench.turn(1_000)
            let ended = Self.end(bench)
            bench.service.release()
            var lines = ""
            for _ in 0..<1_000 where bench.server.connectionCount > 0 {
                try bench.turn()
                lines += wire.read()
            }
            try bench.turn()
            lines += wire.read()
            #expect(lines.split(separator: "\n").count == 23)
            #expect(wire.hasEnded && !wire.wasReset)
            #expect(ended.times == 1)
        }
    }

    @Test(arguments: Poller.Kind.available)
    func `a peer that sends until the end sees a close and no reset`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        var stream: ContraryStream?
        let wire = try bench.connect {
            let contrary = ContraryStream($0)
            stream = contrary
            return contrary
        }
        #expect(try bench.exchange(request("ping", 1), on: wire).count == 1)
        stream?.afterReceive = { _ = try? wire.write("more") }
        _ = Self.end(bench)
        try wire.write("more")
        try bench.turn(3)
        stream = nil
        #expect(wire.hasEnded)
        #expect(wire.read() == "")
        #expect(!wire.wasReset)
    }

    @Test(arguments: ["", "--poll"])
    func `a terminated program sends the responses to received requests and exits`(options: String) throws {
        let server = try ServerProcess(options)
        let (calling, idle) = (try TestPeer.connect(to: UnixAddress(server.path)), try server.client())
        try calling.write(request("ping", 1) + request("after", 2, "[200]") + request("ping", 3))
        var text = calling.read { $0.contains("\n") }
        #expect(try server.terminate() == 0)
        text += calling.read()
        let expected = [response(1, "\"pong\""), response(2, "\"after\""), response(3, "\"pong\"")]
        #expect(text.split(separator: "\n").map(String.init) == expected)
        #expect(calling.hasEnded && !calling.wasReset)
        #expect(throws: ClientError.self) { try idle.call("ping", within: .seconds(1)) }
    }
}
