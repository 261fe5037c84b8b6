import JSONCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct ReadingTests {
        @Test func `a value is read by its key, with a default for a missing key`() async throws {
            let daemon = try RunningDaemon()
            try daemon.set("n", 5)
            try daemon.set("title", "Hello")
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            #expect(try await tuner.value(of: "n", as: Double.self) == 5)
            #expect(try await tuner.value(of: "n", default: 1) == 5)
            #expect(try await tuner.value(of: "no.such", default: 1) == 1)
            do throws(TunerError) {
                _ = try await tuner.value(of: "no.such", as: Int.self)
                Issue.record("the key does not exist")
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                #expect(refusal.kind == .unknownKey)
            }
        }

        @Test func `a value of another type is replaced by the default only if the caller requests that`()
            async throws
        {
            let tuner = Tuner.preview(values: ["title": "Hello"])
            let error = TunerError.undecodable(
                key: "title",
                value: "Hello",
                reason: "it is a string, expected Int"
            )
            await #expect(throws: error) { try await tuner.value(of: "title", as: Int.self) }
            await #expect(throws: error) { try await tuner.value(of: "title", default: 1) }
            #expect(try await tuner.value(of: "title", default: 1, orOnMismatch: true) == 1)
            #expect(try await tuner.value(of: "no.such", default: 1) == 1)
        }

        @Test func `details name the origin and the revision of a tunable`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 12.0, in: 0...40, on: tuner)
            try await tuner.ready(timeout: .seconds(60))
            let before = try await radius.details
            #expect(before.value == 12 && before.origin == "default" && before.isDefault)
            try await radius.set(18)
            let after = try await radius.details
            #expect(after.value == 18 && after.origin == "local" && !after.isDefault)
            #expect(after.revision > before.revision)
            try daemon.call("flags.killSwitch", ["on": true, "match": "ui.radius"])
            let limited = try await radius.details
            #expect(limited.value == 12 && limited.origin == "limited" && limited.isDefault)
        }

        @Test func `details name the variant and the reason of a flag, or its error`() async throws {
            let daemon = try RunningDaemon()
            let flags: JSON = [
                "new": [
                    "state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off",
                    "targeting": ["if": [["==": [["var": "plan"], "pro"]], "on", "off"]],
                ]
            ]
            try daemon.call("flags.define", ["flags": flags])
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let pro = try await Flag("new", default: false, context: ["plan": "pro"], on: tuner).details
            #expect(pro == FlagDetails(value: true, variant: "on", reason: "TARGETING_MATCH", errorCode: nil))
            #expect(!pro.isDefault)
            let declared = try await Flag("ui.beta", default: false, on: tuner).details
            #expect(declared == FlagDetails(value: false, variant: "off", reason: "STATIC", errorCode: nil))
            #expect(declared.isDefault)
            try daemon.call("flags.set", ["key": "ui.beta", "value": true])
            let overridden = try await Flag("ui.beta", default: false, on: tuner).details
            #expect(overridden.value == true && overridden.isOverridden && !overridden.isLimited)
            #expect(!overridden.isDefault)
            try daemon.call("flags.killSwitch", ["on": true, "match": "ui.beta"])
            let limited = try await Flag("ui.beta", default: false, on: tuner).details
            #expect(limited.value == false && !limited.isOverridden && limited.isLimited && limited.isDefault)
            // A default of nil shows no type of flags, so the flag is not declared.
            let missing = try await Flag("no.such", default: String?.none, on: tuner).details
            #expect(missing == FlagDetails(value: nil, variant: nil, reason: "ERROR", errorCode: "FLAG_NOT_FOUND"))
            #expect(missing.isDefault)
        }
    }
}
