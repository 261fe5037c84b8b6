import LoadGenerator
import SystemCore
import Testing

@Suite struct LoadRunTests {
    /// Returns the plan of a run that continues until an event ends it, on any machine.
    private static func plan(
        _ server: borrowing ScriptedServer,
        depth: Int,
        duration: Duration = .seconds(20),
        stallGuard: Duration = .seconds(20)
    ) -> LoadPlan {
        var plan = LoadPlan(
            to: server.address,
            requests: [RequestTemplate("%d\n")],
            response: ResponseRule(beginning: "good ", ending: "!\n", forbidden: "error")
        )
        plan.depth = depth
        plan.warmUp = .zero
        plan.duration = duration
        plan.stallGuard = stallGuard
        return plan
    }

    /// A paused machine may leave no time for the measured interval.
    ///
    /// Then the test repeats with a longer run.
    private static let durations: [Duration] = [.milliseconds(200), .seconds(5), .seconds(30)]

    private static func failure(_ plan: LoadPlan) -> LoadFailure? {
        do throws(LoadFailure) {
            _ = try LoadRun.measure(plan)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 3, 16], [false, true])
    func `a run counts valid responses, also when received in pieces`(_ depth: Int, _ inPieces: Bool) throws {
        var measured: LoadResult?
        for duration in Self.durations where measured == nil {
            let server = try ScriptedServer(inPieces: inPieces) { "good \($0)!\n" }
            do throws(LoadFailure) {
                measured = try LoadRun.measure(Self.plan(server, depth: depth, duration: duration))
            } catch {
                #expect(error == .noResponses)
            }
            server.join()
        }
        let result = try #require(measured)
        #expect(result.responses > 0)
        #expect(result.latency.total == result.responses)
        #expect(result.rate > 0)
    }

    /// Returns the error of a run with this duration and these responses of the server.
    private static func failure(
        within duration: Duration,
        responding respond: @escaping @Sendable (Int) -> String?
    ) throws -> LoadFailure? {
        let server = try ScriptedServer(respond)
        let failure = failure(plan(server, depth: 4, duration: duration, stallGuard: duration))
        server.join()
        return failure
    }

    @Test(arguments: ["bad 5!\n", "good 5\n", "good error!\n", "good 5!\ngood 5!\n"])
    func `one invalid response fails the run`(_ wrong: String) throws {
        let fails = try Self.durations.contains { duration in
            let failure = try Self.failure(within: duration) { $0 == 5 ? wrong : "good \($0)!\n" }
            return if case .badResponses? = failure { true } else { false }
        }
        #expect(fails)
    }

    @Test(arguments: [1, 7])
    func `a missing response fails the run`(_ lost: Int) throws {
        let fails = try Self.durations.contains { duration in
            let failure = try Self.failure(within: duration) { $0 == lost ? "" : "good \($0)!\n" }
            return if case .stalled? = failure { true } else { false }
        }
        #expect(fails)
    }

    @Test func `a closed connection fails the run`() throws {
        let server = try ScriptedServer { $0 == 9 ? nil : "good \($0)!\n" }
        #expect(Self.failure(Self.plan(server, depth: 4)) == .closed(connection: 0))
        server.join()
    }

    @Test func `a run without a listening server fails to connect`() throws {
        let nowhere = try UnixAddress("/nowhere/socket")
        let plan = LoadPlan(to: nowhere, requests: [RequestTemplate("x\n")], response: ResponseRule())
        guard case .noConnection? = Self.failure(plan) else {
            Issue.record("there was a connection")
            return
        }
    }
}
