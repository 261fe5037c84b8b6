import JSONCore
import RPCCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct WorldTests {
        @Test func `a client in a world reads and writes only in its world`() async throws {
            let daemon = try RunningDaemon()
            let maker = try daemon.client()
            let response = try maker.call("worlds.create", within: .seconds(60))
            guard case .string(let world)? = response["world"] else { throw Late(description: "\(response)") }
            let faults = Faults()
            var options = faults.options(socket: daemon.socket)
            options.world = world
            let tuner = Tuner(options)
            let number = Tunable("n", default: 1, on: tuner)
            try await tuner.waitUntilConnected()
            try await number.set(5)
            #expect(number.value == 5)
            #expect(try daemon.call("tunables.get", ["key": "n"])["value"] == 1)
            try daemon.set("n", 3)
            #expect(number.value == 5)
            try await number.reset()
            try await number.wait(until: 3)
            // The world ends: the daemon refuses the tuner's writes, and the tuner keeps its values.
            _ = try maker.call("worlds.drop", ["world": .string(world)], within: .seconds(60))
            await #expect(throws: TunerError.self) { try await number.set(9) }
            #expect(number.value == 3)
            #expect(try daemon.call("tunables.get", ["key": "n"])["value"] == 3)
            try await tuner.waitUntilLost()
            // A world with the same name is created again, and the tuner joins it again.
            _ = try maker.call("worlds.create", ["world": .string(world)], within: .seconds(60))
            try await tuner.waitUntilConnected()
            try await number.set(6)
            #expect(number.value == 6)
            #expect(try daemon.call("tunables.get", ["key": "n"])["value"] == 3)
        }
    }
}
