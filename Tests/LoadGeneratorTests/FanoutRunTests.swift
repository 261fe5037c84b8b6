import LoadGenerator
import SystemCore
import Testing

@Suite struct FanoutRunTests {
    /// Runs a fan-out to three subscribers, who receive two deliveries of each change.
    private static func measure(
        _ server: borrowing ScriptedFanoutServer,
        depth: Int,
        duration: Duration
    ) throws(LoadFailure) -> FanoutResult {
        var plan = FanoutPlan(
            to: server.address,
            requests: [RequestTemplate("change %d\n")],
            response: ResponseRule(beginning: "done"),
            subscribing: FanoutPlan.Subscribing("subscribe\n", lines: 1),
            delivery: ResponseRule(beginning: "good ", ending: "!\n", varying: 1)
        )
        plan.subscribers = 3
        plan.deliveriesPerChange = 2
        plan.depth = depth
        plan.warmUp = .zero
        plan.duration = duration
        plan.stallGuard = duration
        return try FanoutRun.measure(plan)
    }

    /// A paused machine may leave no time for the measured interval.
    ///
    /// Then the test repeats with a longer run.
    private static let durations: [Duration] = [.milliseconds(200), .seconds(5), .seconds(30)]

    @Test(arguments: [1, 16])
    func `a fan-out counts the deliveries and their bytes`(_ depth: Int) throws {
        var measured: FanoutResult?
        for duration in Self.durations where measured == nil {
            let server = try ScriptedFanoutServer { _, subscriber in "good \(subscriber)!\ngood \(subscriber)!\n" }
            do throws(LoadFailure) {
                measured = try Self.measure(server, depth: depth, duration: duration)
            } catch {
                #expect(error == .noResponses)
            }
            server.join()
        }
        let result = try #require(measured)
        #expect(result.deliveries > 0)
        #expect(result.latency.total == result.deliveries)
        #expect(result.bytes == result.deliveries * UInt64("good 1!\n".utf8.count))
    }

    private static func failure(
        within duration: Duration,
        delivering deliver: @escaping @Sendable (Int, Int) -> String
    ) throws -> LoadFailure? {
        let server = try ScriptedFanoutServer(deliver)
        var failure: LoadFailure?
        do throws(LoadFailure) {
            _ = try measure(server, depth: 4, duration: duration)
        } catch {
            failure = error
        }
        server.join()
        return failure
    }

    @Test(arguments: ["good 1!\nfair 1!\n", "good 1!\ngood 1?\n", "good 1!\ngood 1!\ngood 1!\n"])
    func `one wrong delivery fails the run`(_ wrong: String) throws {
        let fails = try Self.durations.contains { duration in
            let failure = try Self.failure(within: duration) { change, subscriber in
                change == 5 && subscriber == 1 ? wrong : "good 1!\ngood 1!\n"
            }
            return if case .badResponses? = failure { true } else { false }
        }
        #expect(fails)
    }

    @Test func `one missing delivery fails the run`() throws {
        let fails = try Self.durations.contains { duration in
            let failure = try Self.failure(within: duration) { change, subscriber in
                change == 5 && subscriber == 1 ? "good 1!\n" : "good 1!\ngood 1!\n"
            }
            return if case .stalled? = failure { true } else { false }
        }
        #expect(fails)
    }

    @Test(arguments: ["-ERR no\n", "{\"id\":1,\"error\":{}}\n"])
    func `an error in the response to a preparing client is a failure`(_ error: String) throws {
        let server = try ScriptedServer { _ in error }
        do {
            let client = try TextClient(to: server.address)
            #expect(throws: LoadFailure.badResponses(1, first: String(error.dropLast()))) {
                try client.exchange("subscribe\n", lines: 1)
            }
        }
        server.join()
    }
}
