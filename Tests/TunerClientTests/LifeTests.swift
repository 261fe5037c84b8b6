import JSONCore
import RPCCore
import Synchronization
import SystemCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct LifeTests {
        @Test func `the client connects to a daemon that starts later`() async throws {
            let directory = try TemporaryDirectory()
            let tuner = Tuner(Faults().options(socket: RunningDaemon.socket(in: directory)))
            let number = Tunable("n", default: 1, on: tuner)
            try await tuner.waitUntilLost()
            let daemon = try RunningDaemon(in: directory)
            try await tuner.waitUntilConnected()
            try daemon.set("n", 2)
            try await number.wait(until: 2)
        }

        /// Each value is greater than the previous one, and the last value is the last written one.
        @Test func `a stream of values continues in order across daemon restarts`() async throws {
            let directory = try TemporaryDirectory()
            var daemon = try RunningDaemon(in: directory)
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let number = Tunable("n", default: 0, on: tuner)
            let fixed = Tunable("fixed", default: 0, on: tuner)
            try await tuner.waitUntilConnected()
            try daemon.set("fixed", 7)
            try await fixed.wait(until: 7)
            let seen = Task {
                var seen: [Int] = []
                for await value in number.values {
                    seen.append(value)
                    if value == 2_000 { break }
                }
                return seen
            }
            for life in 0..<4 {
                let client = try daemon.client()
                for value in 1...500 {
                    let params: JSON = ["key": "n", "value": .integer(Int64(life * 500 + value))]
                    _ = try client.call("tunables.set", params, within: .seconds(60))
                }
                if life < 3 {
                    try daemon.kill()
                    // The values stay while the daemon is not running.
                    #expect(fixed.value == 7)
                    daemon = try RunningDaemon(in: directory)
                }
            }
            try await number.wait(until: 2_000)
            let values = await seen.value
            #expect(values.last == 2_000)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
            #expect(fixed.value == 7)
        }

        @Test func `a daemon that stops responding counts as lost until the client reconnects`() async throws {
            let daemon = try RunningDaemon()
            let before = ContinuousClock.now
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let number = Tunable("n", default: 1, on: tuner)
            try await tuner.waitUntilConnected()
            try daemon.freeze(true)
            try await tuner.waitUntilLost()
            guard case .lost(let since) = tuner.connection else { throw Late(description: "\(tuner.connection)") }
            #expect(since > before)
            try daemon.freeze(false)
            try await tuner.waitUntilConnected()
            try daemon.set("n", 2)
            try await number.wait(until: 2)
        }

        @Test func `without a daemon, the client restores values from the values file`() async throws {
            let directory = try TemporaryDirectory()
            let file = directory.file("kept/values.json")
            let options = Faults().options(socket: RunningDaemon.socket(in: directory), valuesFile: file)
            do {
                let daemon = try RunningDaemon(in: directory)
                try daemon.set("n", 5)
                try daemon.call("flags.set", ["key": "ui.DarkMode", "value": true])
                let tuner = Tuner(options)
                let number = Tunable("n", default: 1, on: tuner)
                let flag = Flag("ui.DarkMode", default: false, context: ["plan": "pro"], on: tuner)
                try await number.wait(until: 5)
                try await flag.wait(until: true)
                await tuner.close()
                try daemon.kill()
            }
            #expect(try Kernel.status(of: file).mode & 0o777 == 0o600)
            let tuner = Tuner(options)
            #expect(Tunable("n", default: 1, on: tuner).value == 5)
            #expect(Flag("ui.DarkMode", default: false, context: ["plan": "pro"], on: tuner).value)
            #expect(!Flag("ui.DarkMode", default: false, on: tuner).value)
            let faults = Faults()
            let strange = directory.file("strange")
            let bytes = Array("{}".utf8)
            try KernelFileSystem().open(strange, [.write, .create]).writeFully(bytes.span, at: 0)
            let other = Tuner(faults.options(socket: RunningDaemon.socket(in: directory), valuesFile: strange))
            #expect(Tunable("n", default: 1, on: other).value == 1)
            #expect(faults.all == [.valuesFile(path: strange, reason: "its content is not a list of tuner values")])
        }

        @Test func `a tuner without references closes its connection`() async throws {
            let daemon = try RunningDaemon()
            do {
                let tuner = Tuner(Faults().options(socket: daemon.socket))
                _ = Tunable("n", default: 1, on: tuner)
                try await tuner.waitUntilConnected()
                #expect(try daemon.connections == 2)
            }
            #expect(try eventually { try daemon.connections == 1 })
        }
    }
}

extension RunningDaemon {
    /// The number of the daemon's connections, including the caller's own.
    fileprivate var connections: Int64 {
        get throws {
            guard case .integer(let count)? = try call("server.info")["connections"] else { return -1 }
            return count
        }
    }
}
