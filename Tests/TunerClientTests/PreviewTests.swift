import Testing
import TunerClient

@Suite struct PreviewTests {
    @Test func `a preview returns the given values`() {
        let tuner = Tuner.preview(values: ["ui.radius": 18, "ui.title": "Hi"], flags: ["ui.DarkMode": true])
        let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
        #expect(radius.value == 18)
        #expect(Tunable("ui.title", default: "", on: tuner).value == "Hi")
        #expect(Tunable("ui.other", default: 3, on: tuner).value == 3)
        #expect(Flag("ui.DarkMode", default: false, on: tuner).value)
        #expect(tuner.connection == .connected)
    }

    @Test func `a preview validates writes like the daemon`() async throws {
        let tuner = Tuner.preview()
        let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
        let isOn = Tunable("ui.on", default: true, on: tuner)
        try await radius.set(18)
        #expect(radius.value == 18)
        do throws(TunerError) {
            try await radius.set(99)
            Issue.record("99 is too much")
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            #expect(refusal.kind == .outOfRange)
            #expect("\(error)" == "ui.radius must be at most 40.0, got 99.0")
        }
        #expect(radius.value == 18)
        try await radius.set(99, clamping: true)
        #expect(radius.value == 40)
        try await isOn.toggle()
        #expect(!isOn.value)
        try await radius.reset()
        #expect(radius.value == 12)
        tuner.simulate(connection: .lost(since: .now))
        await #expect(throws: TunerError.notConnected) { try await radius.set(1) }
    }

    @Test func `a value that is set for a duration ends after it, unless another write replaces it`() async throws {
        let tuner = Tuner.preview(values: ["ui.radius": 18], flags: ["f": true])
        let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
        let log = ReadLog(radius)
        try await radius.set(1, for: .milliseconds(1))
        try await radius.wait(until: 18)
        #expect(log.all == [1, 18])
        let flag = Flag("f", default: false, context: ["plan": "pro"], on: tuner)
        try await flag.set(false, for: .seconds(3_600))
        #expect(!flag.value)
        try await flag.set(true)
        #expect(flag.value)
        try await radius.set(2, for: .seconds(3_600))
        #expect(radius.value == 2)
        try await radius.reset()
        #expect(radius.value == 12)
    }

    @Test func `each declaration of a flag has its own default`() {
        let tuner = Tuner.preview()
        #expect(!Flag("f", default: false, on: tuner).value)
        #expect(Flag("f", default: true, on: tuner).value)
        #expect(Flag("f", default: "a", on: tuner).value == "a")
    }

    @Test func `a flag falls back to its default when its value changes type`() {
        let tuner = Tuner.preview(flags: ["f": true])
        let flag = Flag("f", default: false, on: tuner)
        #expect(flag.value)
        tuner.simulate(flags: ["f": "yes"])
        #expect(!flag.value)
    }
}
