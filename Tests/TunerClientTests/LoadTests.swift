import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(20))) struct LoadTests {
        /// A sanitizer makes both sides ten times slower.
        private static let counts = Demands.areSanitized ? [1_000] : [1_000, 17_000]

        /// Beside other work, a machine can need minutes for the second count.
        private static let limit = Duration.seconds(600)

        /// The second count is greater than the limit of keys in one subscription.
        @Test(arguments: counts)
        func `the client declares, follows and resumes thousands of tunables`(count: Int) async throws {
            let directory = try TemporaryDirectory()
            let daemon = try RunningDaemon(in: directory)
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let all = (0..<count).map { Tunable("many.n\($0)", default: $0, in: 0...100_000, on: tuner) }
            try await tuner.waitUntilConnected()
            let client = try daemon.client()
            var values = JSONObject()
            for number in 0..<count { values["many.n\(number)"] = .integer(Int64(number + 1)) }
            _ = try client.call("tunables.update", ["values": .object(values)], within: .seconds(60))
            try await all[count - 1].wait(until: count, within: LoadTests.limit)
            #expect(all.enumerated().allSatisfy { $1.value == $0 + 1 })
            try daemon.kill()
            try await tuner.waitUntilLost()
            let next = try RunningDaemon(in: directory)
            try next.set("many.n500", 7)
            try await all[500].wait(until: 7, within: LoadTests.limit)
            #expect(all[499].value == 500)
            #expect(faults.all.isEmpty)
        }

        /// Together, the defaults exceed the limits of a message and of the bytes kept for a slow daemon.
        @Test func `the client splits long defaults into several messages and follows all of them`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let long = String(repeating: "x", count: 1_000_000)
            let all = (0..<18).map { Tunable("long.n\($0)", default: long, on: tuner) }
            try await tuner.waitUntilConnected()
            try daemon.set("long.n17", "short")
            try await all[17].wait(until: "short")
            #expect(all[16].value == long)
            #expect(faults.all.isEmpty)
            #expect(try daemon.call("tunables.describe", ["key": "long.n0"])["spec"] != nil)
        }
    }
}
