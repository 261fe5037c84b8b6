import LoadGenerator
import SystemCore
import Testing

@Suite struct LoadRunTests {
    /// A run that goes on until something ends it, however slow the machine is.
    private static func plan(
        _ server: borrowing ScriptedServer,
        depth: Int,
        duration: Duration = .seconds(20),
        stallGuard: Duration = .seconds(20)
    ) -> LoadPlan {
        var plan = LoadPlan(
            to: server.address,
            requests: [RequestTemplate("%d\n")],
            answer: AnswerRule(beginning: "good ", ending: "!\n", forbidden: "error")
        )
        plan.depth = depth
        plan.warmUp = .zero
        plan.duration = duration
        plan.stallGuard = stallGuard
        return plan
    }

    private static func failure(_ plan: LoadPlan) -> LoadFailure? {
        do throws(LoadFailure) {
            _ = try LoadRun.measure(plan)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 3, 16], [false, true])
    func `good answers are counted, in pieces too`(_ depth: Int, _ inPieces: Bool) throws {
        let server = try ScriptedServer(inPieces: inPieces) { "good \($0)!\n" }
        let result = try LoadRun.measure(Self.plan(server, depth: depth, duration: .milliseconds(200)))
        #expect(result.answers > 0)
        #expect(result.latency.total == result.answers)
        #expect(result.rate > 0)
        server.join()
    }

    @Test(arguments: ["bad 5!\n", "good 5\n", "good error!\n", "good 5!\ngood 5!\n"])
    func `one wrong answer fails the run`(_ wrong: String) throws {
        let server = try ScriptedServer { $0 == 5 ? wrong : "good \($0)!\n" }
        let failure = Self.failure(Self.plan(server, depth: 4, duration: .seconds(1), stallGuard: .seconds(1)))
        guard case .badAnswers? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        server.join()
    }

    @Test(arguments: [1, 7])
    func `an answer that never comes fails the run`(_ lost: Int) throws {
        let server = try ScriptedServer { $0 == lost ? "" : "good \($0)!\n" }
        let plan = Self.plan(server, depth: 4, duration: .milliseconds(500), stallGuard: .milliseconds(500))
        guard case .stalled? = Self.failure(plan) else {
            Issue.record("the run did not stall")
            return
        }
        server.join()
    }

    @Test func `a server that goes away fails the run`() throws {
        let server = try ScriptedServer { $0 == 9 ? nil : "good \($0)!\n" }
        #expect(Self.failure(Self.plan(server, depth: 4)) == .closed(connection: 0))
        server.join()
    }

    @Test func `where nobody listens there is no connection`() throws {
        let nowhere = try UnixAddress("/nowhere/socket")
        let plan = LoadPlan(to: nowhere, requests: [RequestTemplate("x\n")], answer: AnswerRule())
        guard case .noConnection? = Self.failure(plan) else {
            Issue.record("there was a connection")
            return
        }
    }
}
