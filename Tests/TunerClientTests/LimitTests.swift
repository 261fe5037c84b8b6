import JSONCore
import TestSupport
import Testing
import TunerClient

/// Limits without a daemon.
@Suite struct OwnLimitTests {
    /// Returns a preview that has values, and the faults that it reports.
    private func preview(_ values: [String: TunerValue] = [:]) -> (tuner: Tuner, faults: Faults) {
        let (tuner, faults) = (Tuner.preview(values: values), Faults())
        tuner.onFault(faults.options(socket: "").faultHandler)
        return (tuner, faults)
    }

    @Test func `a default outside of the limits is read as the limit, and reported`() {
        let (tuner, faults) = preview()
        #expect(Tunable("t.number", default: 50.0, in: 0...40, on: tuner).value == 40)
        #expect(Tunable("t.whole", -1, in: 0..., on: tuner).value == 0)
        #expect(Tunable("t.end", default: 10, in: 0..<10, on: tuner).value == 9)
        #expect(Tunable<Double?>("t.optional", default: 9, in: 1...6, on: tuner).value == 6)
        let delay = Tunable("t.delay", default: Duration.zero, in: .seconds(1)...(.seconds(2)), on: tuner)
        #expect(delay.value == .seconds(1))
        tuner.simulate(values: ["t.number": 20])
        tuner.simulate(values: ["t.number": nil])
        #expect(Tunable("t.number", default: 50.0, in: 0...40, on: tuner).value == 40)
        #expect(
            faults.all == [
                .outOfLimits(key: "t.number", value: 50.0, limit: 40.0),
                .outOfLimits(key: "t.whole", value: -1, limit: 0),
                .outOfLimits(key: "t.end", value: 10, limit: 9),
                .outOfLimits(key: "t.optional", value: 9.0, limit: 6.0),
                .outOfLimits(key: "t.delay", value: 0, limit: 1),
            ]
        )
    }

    @Test func `a value at an exclusive limit is read as the last value before the limit`() {
        let values: [String: TunerValue] = [
            "t.angle": 360, "t.share": 1, "t.index": 12, "t.delay": 10, "t.age": 1_000_000_000,
        ]
        let (tuner, faults) = preview(values)
        #expect(Tunable("t.angle", default: 0.0, in: 0..<360, on: tuner).value == 360.nextDown)
        #expect(Tunable("t.share", default: 0 as Float, in: ..<1, on: tuner).value == Float(1).nextDown)
        #expect(Tunable("t.index", default: 0, in: 0..<10, on: tuner).value == 9)
        let delay = Tunable("t.delay", default: Duration.zero, in: .zero..<(.seconds(10)), on: tuner)
        #expect(delay.value == .seconds(10) - .nanoseconds(1))
        // A double of this size has no fraction as small as a nanosecond.
        let age = Tunable("t.age", default: Duration.zero, in: .zero..<(.seconds(1_000_000_000)), on: tuner)
        #expect(age.value < .seconds(1_000_000_000))
        #expect(age.value > .seconds(999_999_999))
        #expect(faults.all.count == 5)
    }
}

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct LimitTests {
        /// Returns a tunable of another program, which declares the key first.
        private func otherRadius(
            in limits: ClosedRange<Double>,
            _ daemon: RunningDaemon
        ) async throws -> Tunable<Double> {
            var options = Faults().options(socket: daemon.socket)
            options.name = "other-program"
            let tuner = Tuner(options)
            let radius = Tunable("ui.radius", default: 5, in: limits, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            return radius
        }

        @Test func `a value outside of the program's own limits is read as the limit, and reported once`()
            async throws
        {
            let daemon = try RunningDaemon()
            let other = try await otherRadius(in: -100...400, daemon)
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 5.0, in: 0...40, on: tuner)
            try await tuner.waitUntilConnected()
            let log = ReadLog(radius)
            try await other.set(300)
            try await radius.wait(until: 40)
            try await other.set(350)
            try await other.set(30)
            try await radius.wait(until: 30)
            try await other.set(-7)
            try await radius.wait(until: 0)
            #expect(log.all == [40, 30, 0])
            let found = faults.all.filter { if case .outOfLimits = $0 { true } else { false } }
            #expect(
                found == [
                    .outOfLimits(key: "ui.radius", value: 300.0, limit: 40.0),
                    .outOfLimits(key: "ui.radius", value: -7.0, limit: 0.0),
                ]
            )
            #expect("\(found[0])" == "ui.radius is 300.0, outside of the limits in this program, which uses 40.0")
        }

        @Test func `a stored value that a newer version of the program does not allow is reported once`() async throws {
            let daemon = try RunningDaemon()
            try daemon.set("ui.title", 7)
            let old = Tuner(Faults().options(socket: daemon.socket))
            let oldRadius = Tunable("ui.radius", default: 5.0, in: 0...40, on: old)
            try await oldRadius.set(35)
            await old.close()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 5.0, in: 0...30, on: tuner)
            let title = Tunable("ui.title", default: "Hello", on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            #expect(radius.value == 5 && title.value == "Hello")
            let radiusFault = TunerFault.storedValueUnused(
                key: "ui.radius",
                reason: "ui.radius must be at most 30.0, got 35.0"
            )
            let titleFault = TunerFault.storedValueUnused(
                key: "ui.title",
                reason: "ui.title must be a string, got a number"
            )
            #expect(faults.all == [radiusFault, titleFault])
            #expect(
                "\(radiusFault)"
                    == "the stored value of ui.radius is not used: ui.radius must be at most 30.0, got 35.0; "
                    + "remove it with: tunerctl reset ui.radius"
            )
            // The next connection declares the same again.
            try daemon.kill()
            try await tuner.waitUntilLost()
            let again = try RunningDaemon(in: daemon.directory)
            try await tuner.waitUntilConnected()
            #expect(faults.all == [radiusFault, titleFault])
            try await radius.set(20)
            #expect(radius.value == 20)
            _ = again
        }

        @Test func `a refused value is reverted, and a value outside of the own limits is never read`()
            async throws
        {
            let daemon = try RunningDaemon()
            _ = try await otherRadius(in: 0...10, daemon)
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 5.0, in: 0...40, on: tuner)
            try await tuner.waitUntilConnected()
            let log = ReadLog(radius)
            let error = await #expect(throws: TunerError.self) { try await radius.set(20) }
            #expect(radius.value == 5)
            guard case .refused(let refusal)? = error else { throw Late(description: "not refused") }
            #expect(refusal.data["maximum"] == 10.0 && refusal.data["constraint"] == "maximum")
            #expect(refusal.kind == .outOfRange && refusal.key == "ui.radius")
            #expect(log.all == [20, 5])
            await #expect(throws: TunerError.self) { try await radius.set(99) }
            #expect(log.all == [20, 5])
            try await radius.set(99, clamping: true)
            #expect(log.all == [20, 5, 10])
        }

        @Test func `an update with one value outside of the own limits shows none of its values early`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 5.0, in: 0...40, on: tuner)
            let title = Tunable("ui.title", default: "old", on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            let (radii, titles) = (ReadLog(radius), ReadLog(title))
            await #expect(throws: TunerError.self) {
                try await tuner.update { changes throws(TunerError) in
                    try changes.set(title, to: "new")
                    try changes.set(radius, to: 99)
                }
            }
            #expect(radii.all.isEmpty && titles.all.isEmpty)
            try await tuner.update(clamping: true) { changes throws(TunerError) in
                try changes.set(title, to: "new")
                try changes.set(radius, to: 99)
            }
            #expect(radii.all == [40] && titles.all == ["new"])
        }
    }
}
