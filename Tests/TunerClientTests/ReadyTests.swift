import JSONCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct ReadyTests {
        @Test func `a tuner is ready when the values of all declarations can be read`() async throws {
            let daemon = try RunningDaemon()
            try daemon.set("a", 5)
            try daemon.set("b", 6)
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let a = Tunable("a", default: 1, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            #expect(tuner.connection == .connected)
            #expect(a.value == 5)
            let b = Tunable("b", default: 1, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            #expect(b.value == 6)
        }

        @Test func `a tuner whose declaration is refused does not become ready`() async throws {
            let daemon = try RunningDaemon()
            try daemon.ask("tunables.declare", ["key": "n", "spec": ["type": "string", "default": "many"]])
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            _ = Tunable("n", default: 3, on: tuner)
            do throws(TunerError) {
                try await tuner.ready(timeout: .seconds(60))
                Issue.record("the declaration is refused")
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                #expect(refusal.kind == .declarationConflict)
                #expect(refusal.key == "n")
            }
        }

        @Test func `without a daemon, the error names the socket and the command that starts a daemon`() async throws {
            let directory = try TemporaryDirectory()
            let socket = RunningDaemon.socket(in: directory)
            let tuner = Tuner(Faults().options(socket: socket))
            let error = TunerError.notReady(socket: socket, timeout: .zero, reason: nil)
            await #expect(throws: error) { try await tuner.ready(timeout: .zero) }
            #expect(
                "\(error)" == """
                    no daemon answered at \(socket) within 0.0 seconds; start one with: tunerctl start --socket \(socket)
                    """
            )
            await tuner.close()
            await #expect(throws: TunerError.notConnected) { try await tuner.ready() }
        }

        @Test func `a daemon that sends no values makes the wait time out`() async throws {
            let running = try ScriptedDaemon.serve { $0.method == "tunables.subscribe" ? .silence : nil }
            let tuner = Tuner(Faults().options(socket: running.socket))
            _ = Tunable("n", default: 3, on: tuner)
            try await running.daemon.wait { $0.requests.contains { $0.method == "tunables.subscribe" } }
            let error = TunerError.notReady(
                socket: running.socket,
                timeout: .milliseconds(1),
                reason: "it has not sent all values"
            )
            await #expect(throws: error) { try await tuner.ready(timeout: .milliseconds(1)) }
        }
    }
}
