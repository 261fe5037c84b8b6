import JSONCore
import Testing
import TunerClient

@Suite struct DurationTests {
    @Test(arguments: [
        (Duration.seconds(2), "2"),
        (.milliseconds(100), "0.1"),
        (.milliseconds(1_007), "1.007"),
        (.milliseconds(-1_500), "-1.5"),
        (.nanoseconds(1), "1e-09"),
        (.zero, "0"),
    ])
    func `a duration is a number of seconds, and reads as the same duration`(
        _ duration: Duration,
        _ text: String
    ) throws {
        let value = try TunerValue(encoding: duration)
        #expect(value.description == text)
        #expect(try value.decoded(as: Duration.self) == duration)
        #expect(try TunerValue(encoding: ["after": duration]).description == #"{"after":\#(text)}"#)
    }

    @Test func `a number of seconds that is too large is no duration`() {
        #expect(throws: DecodingError.self) { try (1e300 as TunerValue).decoded(as: Duration.self) }
        #expect(throws: DecodingError.self) { try ("2s" as TunerValue).decoded(as: Duration.self) }
    }

    @Test func `a duration outside of its range is refused`() async throws {
        let tuner = Tuner.preview(values: ["game.delay": 0.25])
        let delay = Tunable("game.delay", default: Duration.seconds(2), in: .zero...(.seconds(10)), on: tuner)
        #expect(delay.value == .milliseconds(250))
        await #expect(throws: TunerError.self) { try await delay.set(.seconds(11)) }
        try await delay.set(.seconds(11), clamping: true)
        #expect(delay.value == .seconds(10))
    }
}

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct DeclaredDurationTests {
        @Test func `a duration is declared as a number with the unit s`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let delay = Tunable("t.delay", default: Duration.milliseconds(1_500), unit: "minutes", on: tuner)
            try await tuner.waitUntilConnected()
            try await tuner.waitUntilAllIsKnown(by: daemon)
            #expect(
                try daemon.call("tunables.describe", ["key": "t.delay"])["spec"]
                    == ["type": "number", "default": .double(1.5), "unit": "s"]
            )
            try daemon.set("t.delay", 3)
            try await delay.wait(until: .seconds(3))
            #expect(faults.all.isEmpty)
        }
    }
}
