import LoopCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

/// Tests that slow requests of one connection leave time for the others.
@Suite struct SlowRequestTests {
    @Test(arguments: Poller.Kind.available)
    func `during slow pipelined requests another connection's ping waits for one of them`(kind: Poller.Kind) throws {
        let bench = try TestBench(kind)
        let (slow, quick) = (try bench.connect(), try bench.connect())
        let count = 200
        try slow.write((0..<count).map { request("spend", $0, "[10]") }.joined())
        try bench.turn()
        var responses = slow.lines()
        // No earlier turn was too long, so the loop checked its clock only after several requests.
        #expect(responses.count == 32)
        for number in 0..<20 {
            try quick.write(request("ping", number))
            let before = bench.clocks.clocks.monotonic()
            try bench.turn()
            #expect(quick.lines() == [response(number, "\"pong\"")])
            let more = slow.lines()
            #expect(more.count == 1)
            responses += more
            #expect(bench.clocks.clocks.monotonic() - before == .milliseconds(10))
        }
        // When requests are fast, the loop handles as many in a turn as before.
        try bench.turn(count)
        responses += slow.lines()
        #expect(responses == (0..<count).map { response($0, "true") })
        try slow.write((0..<64).map { request("spend", $0, "[0]") }.joined())
        try bench.turn()
        #expect(slow.lines().count == 64)
    }
}
