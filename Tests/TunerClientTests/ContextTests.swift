import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct ContextTests {
        /// Defines a flag that is true if an attribute of the context has a value.
        private static func define(_ key: String, _ attribute: String, _ value: String, on daemon: RunningDaemon) throws
        {
            let definition: JSON = [
                "state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off",
                "targeting": ["if": [["==": [["var": .string(attribute)], .string(value)]], "on", "off"]],
            ]
            try daemon.call("flags.define", ["flags": .object([key: definition])])
        }

        private static func subscriptions(of daemon: RunningDaemon) throws -> JSON? {
            try daemon.call("server.info")["subscriptions"]
        }

        @Test func `a new context of the tuner notifies only the observers of flags with another value`() async throws {
            let daemon = try RunningDaemon()
            try Self.define("byPlan", "plan", "pro", on: daemon)
            try Self.define("byCountry", "country", "NZ", on: daemon)
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            tuner.context = ["country": "NZ"]
            let byPlan = Flag("byPlan", default: false, on: tuner)
            let byCountry = Flag("byCountry", default: false, on: tuner)
            try await tuner.ready()
            #expect((byPlan.value, byCountry.value) == (false, true))
            let (changed, unchanged) = (byPlan.cell.announced, byCountry.cell.announced)
            tuner.context = tuner.context.merging(["plan": "pro"])
            try await tuner.ready()
            #expect((byPlan.value, byCountry.value) == (true, true))
            #expect(byPlan.cell.announced > changed)
            #expect(byCountry.cell.announced == unchanged)
            #expect(try await byPlan.details.reason == "TARGETING_MATCH")
            tuner.context = [:]
            try await tuner.ready()
            #expect((byPlan.value, byCountry.value) == (false, false))
        }

        @Test func `a flag's own context wins over the tuner's, and can change alone`() async throws {
            let daemon = try RunningDaemon()
            try Self.define("byPlan", "plan", "pro", on: daemon)
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            tuner.context = ["plan": "pro"]
            let shared = Flag("byPlan", default: false, on: tuner)
            let own = Flag("byPlan", default: false, context: ["plan": "free"], on: tuner)
            try await tuner.ready()
            #expect((shared.value, own.value) == (true, false))
            own.context = ["plan": "pro"]
            #expect(own.context == ["plan": "pro"])
            try await tuner.ready()
            #expect((shared.value, own.value) == (true, true))
            try Self.define("byPlan", "plan", "free", on: daemon)
            try await own.wait(until: false)
            try await shared.wait(until: false)
            own.context = ["plan": "free"]
            try await own.wait(until: true)
            #expect(!shared.value)
            #expect(shared.context == [:])
        }

        @Test func `the tuner ends the subscriptions to contexts that no flag has`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let flag = Flag("ui.DarkMode", default: false, on: tuner)
            try await tuner.ready()
            let before = try Self.subscriptions(of: daemon)
            for number: Int64 in 0..<9 {
                tuner.context = ["number": number]
                try await tuner.ready()
            }
            #expect(try Self.subscriptions(of: daemon) == before)
            try daemon.call("flags.set", ["key": "ui.DarkMode", "value": true])
            try await flag.wait(until: true)
        }

        @Test func `a flag keeps its value until the daemon has evaluated the new context`() async throws {
            let directory = try TemporaryDirectory()
            let daemon = try RunningDaemon(in: directory)
            try Self.define("byPlan", "plan", "pro", on: daemon)
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let flag = Flag("byPlan", default: false, context: ["plan": "pro"], on: tuner)
            try await flag.wait(until: true)
            try daemon.kill()
            try await tuner.waitUntilLost()
            flag.context = ["plan": "free"]
            #expect(flag.value)
            let next = try RunningDaemon(in: directory)
            try await flag.wait(until: false)
            _ = next
        }

        @Test func `the values file keeps values with the context in which the daemon evaluated them`() async throws {
            let directory = try TemporaryDirectory()
            let options = Faults().options(
                socket: RunningDaemon.socket(in: directory),
                valuesFile: directory.file("values.json")
            )
            do {
                let daemon = try RunningDaemon(in: directory)
                try Self.define("byPlan", "plan", "pro", on: daemon)
                let tuner = Tuner(options)
                let flag = Flag("byPlan", default: false, on: tuner)
                tuner.context = ["plan": "pro"]
                try await flag.wait(until: true)
                try daemon.kill()
                try await tuner.waitUntilLost()
                // Nobody has evaluated the flag in this context.
                tuner.context = ["plan": "free"]
                await tuner.close()
            }
            let tuner = Tuner(options)
            let flag = Flag("byPlan", default: false, on: tuner)
            #expect(!flag.value)
            tuner.context = ["plan": "free"]
            #expect(!flag.value)
            tuner.context = ["plan": "pro"]
            #expect(flag.value)
            #expect(Flag("byPlan", default: false, context: ["plan": "pro"], on: tuner).value)
        }

        @Test func `a context with a number that JSON cannot have is reported, and is not used`() {
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: "/no/socket"))
            let flag = Flag("f", default: false, context: ["a": 1], on: tuner)
            let invalid: FlagContext = ["weight": Double.nan]
            tuner.context = invalid
            flag.context = invalid
            #expect(tuner.context == [:])
            #expect(flag.context == ["a": 1])
            #expect(faults.all.filter { $0 == .invalidContext(invalid) }.count == 2)
        }

        @Test func `a flag that returns to its context is evaluated again, because it may have missed a change`() throws
        {
            let store = CellStore(remembering: [:], FaultReporter { _ in })
            let declaration = CellDeclaration(flag: "f", 1, [:], description: nil)
            let (cell, index, _) = store.cell(of: declaration, 1)
            store.apply([(.flag("f", [:]), 2)])
            #expect(cell.value == 2)
            #expect(store.setContext(["a": 1], at: nil))
            store.apply([(.flag("f", [:]), 3)])
            #expect(cell.value == 2)
            #expect(store.setContext([:], at: nil))
            #expect(store.entriesToFollow().map(\.isMoved) == [true])
            #expect(store.entriesToFollow().map(\.isMoved) == [false])
            #expect(!store.setContext([:], at: index))
        }

        @Test func `a preview has one value of a flag for all contexts`() async throws {
            let tuner = Tuner.preview(flags: ["f": true])
            let flag = Flag("f", default: false, on: tuner)
            tuner.context = ["plan": "pro"]
            #expect(flag.value)
            tuner.simulate(flags: ["f": false])
            #expect(!flag.value)
            #expect(Flag("f", default: true, context: ["a": 1], on: tuner).value == false)
        }
    }
}
