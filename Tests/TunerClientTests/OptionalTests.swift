import JSONCore
import Testing
import TunerClient

@Suite struct OptionalTests {
    @Test func `nil removes the value, and cannot be set for a time or in an update`() async throws {
        let tuner = Tuner.preview()
        let limit = Tunable("t.limit", default: 5.0 as Double?, on: tuner)
        try await limit.set(7)
        #expect(limit.value == 7)
        try await limit.set(nil)
        #expect(limit.value == 5)
        await #expect(throws: TunerError.unencodable(key: "t.limit", reason: "nil cannot be set with a duration")) {
            try await limit.set(nil, for: .seconds(1))
        }
        await #expect(
            throws: TunerError.unencodable(
                key: "t.limit",
                reason: "an update cannot set nil; call reset() instead"
            )
        ) {
            try await tuner.update { changes throws(TunerError) in try changes.set(limit, to: nil) }
        }
    }

    @Test func `nil removes the override of a flag, and cannot be set for a time`() async throws {
        let tuner = Tuner.preview()
        let theme = Flag("ui.theme", default: "plain" as String?, on: tuner)
        try await theme.set("dark")
        #expect(theme.value == "dark")
        try await theme.set(nil)
        #expect(theme.value == "plain")
        await #expect(throws: TunerError.unencodable(key: "ui.theme", reason: "nil cannot be set with a duration")) {
            try await theme.set(nil, for: .seconds(1))
        }
    }

    @Test func `an optional number has a range`() async throws {
        let tuner = Tuner.preview()
        let limit = Tunable<Double?>("t.limit", default: nil, in: 1...60, on: tuner)
        await #expect(throws: TunerError.self) { try await limit.set(61) }
        try await limit.set(60)
        #expect(limit.value == 60)
    }
}

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct DeclaredOptionalTests {
        private enum Mode: String, Codable, CaseIterable { case slow, fast }

        @Test func `an optional without a default is declared with the type of its values`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let limit = Tunable<Double?>("t.limit", default: nil, on: tuner)
            let mode = Tunable<Mode?>("t.mode", default: nil, on: tuner)
            try await tuner.waitUntilConnected()
            try await tuner.waitUntilAllIsKnown(by: daemon)
            let specs = try daemon.call("tunables.export", ["match": "t.*"])["specs"]
            #expect(specs?["t.limit"] == ["type": "number"])
            #expect(specs?["t.mode"] == ["type": "string", "enum": ["slow", "fast"]])
            #expect(limit.value == nil && mode.value == nil)
            try daemon.set("t.limit", 2.5)
            try await limit.wait(until: 2.5)
            try await mode.set(.fast)
            #expect(mode.value == .fast)
            try await limit.set(nil)
            try await limit.wait(until: nil)
            #expect(faults.all.isEmpty)
            let details = try await limit.details
            #expect(details.value == nil && details.origin == "none" && details.isDefault)
            let described = try daemon.call("tunables.describe", ["key": "t.limit"])
            #expect(.integer(Int64(details.revision)) == described["revision"] && details.revision > 0)
            #expect(try await tuner.value(of: "t.limit", as: Double?.self) == nil)
            #expect(try await tuner.value(of: "t.limit", default: 3 as Double?) == 3)
            await #expect(throws: TunerError.self) { try await tuner.value(of: "t.limit", as: Double.self) }
        }
    }
}
