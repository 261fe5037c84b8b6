import ClientCore
import JSONCore
import SystemCore
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
            try daemon.call("tunables.declare", ["key": "n", "spec": ["type": "string", "default": "many"]])
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
                    no daemon responded at \(socket) within 0.0 seconds; start one with: tunerctl start --socket \(socket)
                    """
            )
            let usual = DaemonAddress(socket: nil).path
            let advice = "\(TunerError.notReady(socket: usual, timeout: .zero, reason: nil))"
            #expect(advice.hasSuffix("; start one with: tunerctl start"))
            await tuner.close()
            await #expect(throws: TunerError.notConnected) { try await tuner.ready() }
        }

        @Test func `a tuner whose declaration cannot be sent does not become ready`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            _ = Tunable("not a key", default: 3, on: tuner)
            let error = try #require(await readyError(tuner))
            #expect("\(error)".hasPrefix("not a key cannot be declared: "), "\(error)")
            let preview = Tuner.preview()
            _ = Tunable("t.list", default: nil as TunerValue?, on: preview)
            let other = try #require(await readyError(preview))
            #expect("\(other)".hasPrefix("t.list cannot be declared: "), "\(other)")
        }

        @Test func `a tuner whose context is refused does not become ready`() async throws {
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "flags.subscribe" else { return nil }
                return .refusal(["code": -32_010, "message": "the context is too large", "data": ["kind": "tooLarge"]])
            }
            let tuner = Tuner(Faults().options(socket: running.socket))
            _ = Flag("f", default: false, context: ["plan": "pro"], on: tuner)
            let message = "the context is too large"
            #expect(await readyError(tuner).map { "\($0)" } == message)
        }

        private func readyError(_ tuner: Tuner) async -> TunerError? {
            do throws(TunerError) {
                try await tuner.ready(timeout: .seconds(60))
                return nil
            } catch {
                return error
            }
        }

        @Test func `a daemon that does not respond is not to be started`() async throws {
            let running = try ScriptedDaemon.serve { $0.method == "session.hello" ? .silence : nil }
            let tuner = Tuner(Faults().options(socket: running.socket))
            try await running.daemon.wait { !$0.requests.isEmpty }
            let error = TunerError.notReady(
                socket: running.socket,
                timeout: .zero,
                reason: "it accepts connections, but does not respond"
            )
            await #expect(throws: error) { try await tuner.ready(timeout: .zero) }
        }

        @Test func `the reason is the world that does not exist, before the tuner reports it`() async throws {
            let message = "there is no world w; it has ended, or never existed"
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "session.hello" else { return nil }
                return .refusal(["code": -32_011, "message": .string(message), "data": ["kind": "unknownWorld"]])
            }
            var options = Faults().options(socket: running.socket)
            options.world = "w"
            let tuner = Tuner(options)
            // The second greeting follows the refusal of the first one.
            try await running.daemon.wait { $0.requests.count { $0.method == "session.hello" } > 1 }
            let error = TunerError.notReady(socket: running.socket, timeout: .zero, reason: message)
            await #expect(throws: error) { try await tuner.ready(timeout: .zero) }
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
