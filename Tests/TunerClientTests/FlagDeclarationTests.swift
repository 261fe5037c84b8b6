import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    /// Programs declare their flags, so that other programs find them.
    @Suite(.timeLimit(.minutes(5))) struct FlagDeclarationTests {
        private enum Theme: String, Codable, CaseIterable { case day, night }

        /// Runs tunerctl, and returns its output.
        private static func tunerctl(_ words: String..., by daemon: RunningDaemon) throws -> Program.Result {
            let program = try Program(
                BuiltProduct.path("tunerctl"),
                words,
                environment: ["TUNER_SOCKET": daemon.socket]
            )
            return try program.wait()
        }

        @Test func `tunerctl can override a flag as soon as a program has declared it`() async throws {
            let daemon = try RunningDaemon()
            #expect(try Self.tunerctl("flag", "on", "ui.beta", by: daemon).code == 3)
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let beta = Flag("ui.beta", default: false, description: "Show the new menu.", on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            #expect(!beta.value)
            let listed = try Self.tunerctl("flag", "list", "ui.beta", by: daemon)
            #expect(listed.output == "ui.beta boolean ENABLED off declared\n")
            #expect(try Self.tunerctl("flag", "on", "ui.beta", by: daemon) == Program.Result(code: 0))
            try await beta.wait(until: true)
            let described = try Self.tunerctl("describe", "ui.beta", by: daemon).output
            #expect(described.contains("Show the new menu."))
            #expect(described.contains("declared by test-program["))
            #expect(faults.all.isEmpty)
        }

        @Test func `each type of flag is declared with its default, and an enumeration with its cases`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            _ = Flag("b", default: true, on: tuner)
            _ = Flag("b.none", default: Bool?.none, on: tuner)
            _ = Flag("n", default: 3, on: tuner)
            _ = Flag("s", default: "classic", on: tuner)
            _ = Flag("o", default: ["a": 1], on: tuner)
            _ = Flag("e", default: Theme.night, on: tuner)
            _ = Flag("s.none", default: String?.none, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            func variants(_ key: String) throws -> [JSON?] {
                let definition = try daemon.call("flags.get", ["key": .string(key)])["definition"]
                return [definition?["variants"], definition?["defaultVariant"]]
            }
            #expect(try variants("b") == [["on": true, "off": false], "on"])
            #expect(try variants("b.none") == [["on": true, "off": false], nil])
            #expect(try variants("n") == [["default": 3], "default"])
            #expect(try variants("s") == [["default": "classic"], "default"])
            #expect(try variants("o") == [["default": ["a": 1]], "default"])
            #expect(try variants("e") == [["day": "day", "night": "night"], "night"])
            #expect(try daemon.call("flags.evaluate", ["key": "s.none"])["errorCode"] == "FLAG_NOT_FOUND")
        }

        @Test func `a flag in several contexts is declared once, and a different default is reported`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let plain = Flag("f", default: true, on: tuner)
            _ = Flag("f", default: true, context: ["plan": "pro"], on: tuner)
            _ = Flag("f", default: false, context: ["plan": "free"], on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            #expect(plain.value)
            #expect(try daemon.call("server.info")["revision"] == 1)
            #expect(faults.all == [.declaredTwice(key: "f")])
        }

        @Test func `a refused declaration is reported, and the others are declared`() async throws {
            let daemon = try RunningDaemon()
            let other = try daemon.client()
            _ = try other.call("session.hello", ["client": "other"], within: .seconds(60))
            let theirs: JSON = ["clash": ["type": "string", "default": "x"]]
            _ = try other.call("flags.declare", ["flags": theirs], within: .seconds(60))
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let clash = Flag("clash", default: false, on: tuner)
            let good = Flag("good", default: false, on: tuner)
            _ = Flag("list", default: [1], on: tuner)
            do throws(TunerError) {
                try await tuner.ready(timeout: .seconds(60))
                Issue.record("a declaration is refused")
            } catch {
                // A declaration that cannot be sent comes first: the program has to be changed.
                guard case .undeclarable(let key, _) = error else { throw error }
                #expect(key == "list")
            }
            let refused = faults.all.compactMap { fault in
                if case .declarationRefused(let key, let refusal) = fault { [key, refusal.kind.rawValue] } else { nil }
            }
            #expect(refused == [["clash", "declarationConflict"]])
            let reason = "its default is an array, and no flag has arrays"
            #expect(faults.all.contains(.undeclarable(key: "list", reason: reason)))
            #expect(!clash.value)
            try daemon.call("flags.set", ["key": "good", "value": true])
            try await good.wait(until: true)
        }

        @Test func `flags are declared again to a daemon without them, and survive one that is killed`() async throws {
            let directory = try TemporaryDirectory()
            let first = try RunningDaemon(in: directory)
            let tuner = Tuner(Faults().options(socket: first.socket))
            let beta = Flag("ui.beta", default: false, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            try first.call("flags.set", ["key": "ui.beta", "value": true])
            try first.kill()
            let second = try RunningDaemon(in: directory)
            #expect(try second.call("flags.get", ["key": "ui.beta"])["origin"] == "declared")
            try await beta.wait(until: true)
            try second.kill()
            try await tuner.waitUntilLost()
            try removeState(of: second)
            let third = try RunningDaemon(in: directory)
            try await beta.wait(until: false)
            #expect(try third.call("flags.get", ["key": "ui.beta"])["declaredBy"]?["client"] == "test-program")
        }

        private func removeState(of daemon: RunningDaemon) throws {
            let state = daemon.directory.file("state")
            #expect(try Program("/bin/rm", ["-r", state]).wait().code == 0)
        }

        @Test func `without a daemon, a flag has its default`() {
            let tuner = Tuner.preview()
            #expect(Flag("ui.beta", default: true, description: "Show the new menu.", on: tuner).value)
        }
    }
}
