import JSONCore
import RPCCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct TryTests {
        @Test func `a program tries values and a flag together, and confirms or cancels them`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
            let title = Tunable("ui.title", default: "Hi", on: tuner)
            let isDark = Flag("ui.dark", default: false, on: tuner)
            try await tuner.waitUntilConnected()
            let first = try await tuner.attempt(for: .seconds(3_600)) { changes in
                try changes.set(radius, to: 18)
                try changes.set(title, to: "Ho")
                try changes.set(isDark, to: true)
            }
            #expect(radius.value == 18)
            #expect(isDark.value)
            let listed = try daemon.call("tunables.tries")["tries"]
            guard case .array(let tries)? = listed else { throw Late(description: "no list of tries") }
            #expect(tries.map { $0["try"] } == [.integer(first.number)])
            try await first.cancel(reason: "too round")
            #expect(radius.value == 12)
            #expect(title.value == "Hi")
            #expect(!isDark.value)
            let ended: JSON = [["try": .integer(first.number), "outcome": "reverted", "reason": "too round"]]
            #expect(try daemon.call("tunables.last")["tries"] == ended)
            let second = try await tuner.attempt(for: .seconds(3_600)) { try $0.set(radius, to: 30) }
            try await second.confirm()
            #expect(radius.value == 30)
            #expect(try daemon.call("tunables.describe", ["key": "ui.radius"])["end"] == nil)
            let error = await #expect(throws: TunerError.self) { try await second.cancel() }
            guard case .refused(let refusal)? = error else { throw Late(description: "the try has ended") }
            #expect(refusal.kind == .conflict)
        }

        @Test func `a refused try changes nothing in the program`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
            try await tuner.waitUntilConnected()
            await #expect(throws: TunerError.self) {
                _ = try await tuner.attempt(for: .seconds(60)) { try $0.set(radius, to: 99) }
            }
            #expect(radius.value == 12)
            let attempt = try await tuner.attempt(for: .seconds(60), clamping: true) { try $0.set(radius, to: 99) }
            #expect(radius.value == 40)
            try await attempt.cancel()
            #expect(radius.value == 12)
        }
    }
}

/// Tries of a tuner without a daemon.
@Suite struct PreviewTryTests {
    @Test func `a preview has tries`() async throws {
        let tuner = Tuner.preview()
        let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
        let isDark = Flag("ui.dark", default: false, on: tuner)
        let first = try await tuner.attempt(for: .seconds(3_600)) { changes in
            try changes.set(radius, to: 18)
            try changes.set(isDark, to: true)
        }
        #expect(radius.value == 18)
        #expect(isDark.value)
        try await first.cancel()
        #expect(radius.value == 12)
        #expect(!isDark.value)
        let second = try await tuner.attempt(for: .seconds(3_600)) { try $0.set(radius, to: 20) }
        try await second.confirm()
        #expect(radius.value == 20)
        await #expect(throws: TunerError.self) { try await second.confirm() }
    }
}
