import JSONCore
import Synchronization
import SystemCore
import TestSupport
import Testing
import TunerClient

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DaemonTests {
    /// Tests with daemons whose responses or times differ from those of the real daemon.
    @Suite(.timeLimit(.minutes(5))) struct StrangeDaemonTests {
        @Test func `the client is connected only after its subscriptions are confirmed`() async throws {
            let running = try ScriptedDaemon.serve { request in
                switch request.method {
                // The client must not subscribe to a new declaration before it has joined its world.
                case "session.hello": .held(ScriptedDaemon.usual(request))
                case "tunables.subscribe": .held(ScriptedDaemon.subscribed(["n": 5]))
                default: nil
                }
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            try await running.daemon.wait { !$0.requests.isEmpty }
            let number = Tunable("n", default: 1, on: tuner)
            running.daemon.release()
            try await running.daemon.wait { $0.requests.contains { $0.method == "tunables.subscribe" } }
            #expect(tuner.connection == .connecting)
            running.daemon.release()
            try await tuner.waitUntilConnected()
            #expect(number.value == 5)
            #expect(running.daemon.requests.map(\.method).prefix(2) == ["session.hello", "tunables.declare"])
            #expect(faults.all.isEmpty)
        }

        @Test func `the client resumes from the last revision, or resets if the daemon cannot resume`() async throws {
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "tunables.subscribe" else {
                    return request.method == "tunables.reset" ? .end : nil
                }
                switch request.connection {
                case 1:
                    let notification = """
                        {"jsonrpc":"2.0","method":"tunables.changed","params":{"subscription":"t1","from":1,"to":7,\
                        "time":"2026-01-01T00:00:00.000Z","changes":[{"key":"a","value":2,"origin":"local"}]}}
                        """
                    return .resultAndText(ScriptedDaemon.subscribed(["a": 1, "b": 10]), notification + "\n")
                case 2:
                    return .result([
                        "subscription": "t2", "epoch": "e", "revision": 9, "resumed": true,
                        "changes": [["key": "a", "value": 3, "old": 2, "origin": "local"], ["key": "c", "old": 4]],
                    ])
                default:
                    return .result([
                        "subscription": "t3", "epoch": "f", "revision": 2, "resumed": false, "values": ["b": 11],
                    ])
                }
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let (a, b) = (Tunable("a", default: 0, on: tuner), Tunable("b", default: 0, on: tuner))
            try await a.wait(until: 2)
            #expect(b.value == 10)
            await #expect(throws: TunerError.outcomeUnknown) { try await a.reset() }
            try await a.wait(until: 3)
            #expect(b.value == 10)
            await #expect(throws: TunerError.outcomeUnknown) { try await a.reset() }
            try await b.wait(until: 11)
            #expect(a.value == 0)
            // If the second tunable was declared late, the client subscribes to both once more.
            let since = (1...3).map { connection in
                running.daemon.requests.last { $0.method == "tunables.subscribe" && $0.connection == connection }?
                    .params["since"]
            }
            #expect(since == [nil, ["epoch": "e", "revision": 7], ["epoch": "e", "revision": 9]])
            #expect(faults.all.isEmpty)
        }

        @Test func `another connection with equal values notifies no observer`() async throws {
            let running = try ScriptedDaemon.serve { request in
                switch request.method {
                case "tunables.subscribe": .result(ScriptedDaemon.subscribed(["n": 5]))
                case "tunables.reset": .end
                default: nil
                }
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let number = Tunable("n", default: 1, on: tuner)
            let log = ReadLog(number)
            try await tuner.ready(timeout: .seconds(60))
            await #expect(throws: TunerError.outcomeUnknown) { try await number.reset() }
            try await tuner.ready(timeout: .seconds(60))
            #expect(running.daemon.connections == 2)
            #expect(log.all == [5])
            #expect(faults.all.isEmpty)
        }

        /// The daemon closes each connection at once, instead of the first response, or after all subscriptions.
        @Test(arguments: ["", "session.hello", "ping"])
        func `the client reconnects to a daemon that closes connections, without a report`(
            method: String
        ) async throws {
            let running = try ScriptedDaemon.serve { $0.method == method ? .end : nil }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            _ = Tunable("n", default: 1, on: tuner)
            _ = tuner.connection
            try await running.daemon.wait { $0.connections >= 5 }
            #expect(faults.all.isEmpty)
        }

        @Test func `the client pauses before it connects again`() async throws {
            let running = try ScriptedDaemon.serve { $0.method == "" ? .end : nil }
            let tuner = Tuner(Faults().options(socket: running.socket))
            _ = Tunable("n", default: 1, on: tuner)
            _ = tuner.connection
            try await running.daemon.wait { $0.connections >= 2 }
            let address = try UnixAddress(running.socket)
            let others = 1_000
            for _ in 0..<others {
                let wire = TestPeer(try Kernel.connect(to: address))
                #expect(wire.readToEnd() == "")
            }
            // Without pauses, the client would connect about as often as this loop.
            #expect(running.daemon.connections < others + 100)
        }

        @Test func `the client reports a peer that does not speak JSON-RPC once`() async throws {
            let running = try ScriptedDaemon.serve { $0.method == "session.hello" ? .text("220 mail ready\r\n") : nil }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            _ = Tunable("n", default: 1, on: tuner)
            try await running.daemon.wait { $0.connections >= 4 }
            #expect(faults.all == [.unreachable(reason: "the program that listens there does not speak JSON-RPC")])
        }

        @Test func `the client reports a different protocol version once and does not subscribe`() async throws {
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "session.hello" else { return nil }
                return .result(ScriptedDaemon.hello(protocol: 2))
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            _ = Tunable("n", default: 1, on: tuner)
            try await running.daemon.wait { $0.connections >= 4 }
            #expect(faults.all == [.unreachable(reason: "it uses protocol version 2, but this program uses version 1")])
            #expect(running.daemon.requests.allSatisfy { $0.method == "session.hello" })
        }

        @Test func `a refused subscription is reported once, although the client tries again`() async throws {
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "tunables.subscribe" else { return nil }
                return .refusal(["code": -32_007, "message": "too many", "data": ["kind": "tooLarge"]])
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            _ = Tunable("n", default: 1, on: tuner)
            try await running.daemon.wait { $0.connections >= 4 }
            #expect(faults.all.map { "\($0)" } == ["the program does not receive changes: too many"])
        }

        @Test func `a malformed response to a write makes the outcome unknown`() async throws {
            let running = try ScriptedDaemon.serve { $0.method == "tunables.set" ? .result(["odd": true]) : nil }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let number = Tunable("n", default: 1, on: tuner)
            try await tuner.waitUntilConnected()
            await #expect(throws: TunerError.outcomeUnknown) { try await number.set(2) }
            #expect(number.value == 1)
            #expect(faults.all.isEmpty)
        }

        @Test func `a write fails when the daemon never responds`() async throws {
            let running = try ScriptedDaemon.serve { _ in .silence }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let number = Tunable("n", default: 1, on: tuner)
            let start = ContinuousClock.now
            await #expect(throws: TunerError.notConnected) { try await number.set(2) }
            guard case .lost(let since) = tuner.connection else { throw Late(description: "\(tuner.connection)") }
            #expect(since > start)
            #expect(number.value == 1)
            #expect(faults.all.isEmpty)
        }

        @Test func `a rejected flag subscription does not affect other subscriptions`() async throws {
            let running = try ScriptedDaemon.serve { request in
                switch request.method {
                case "flags.subscribe" where request.params["context"]?["plan"] == "pro":
                    .refusal(["code": -32_007, "message": "too many", "data": ["kind": "tooLarge"]])
                case "tunables.subscribe": .result(ScriptedDaemon.subscribed(["n": 5]))
                default: nil
                }
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let pro = Flag("f", default: true, context: ["plan": "pro"], on: tuner)
            let number = Tunable("n", default: 1, on: tuner)
            try await number.wait(until: 5)
            try await tuner.waitUntilConnected()
            #expect(pro.value)
            #expect(running.daemon.connections == 1)
            guard case .notFollowed(let refusal)? = faults.all.first, faults.all.count == 1 else {
                throw Late(description: "\(faults.all)")
            }
            #expect(refusal.kind == .tooLarge)
        }

        @Test func `the same refusal of many contexts is reported once`() async throws {
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "flags.subscribe" else { return nil }
                return .refusal(["code": -32_007, "message": "too many", "data": ["kind": "tooLarge"]])
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let flags = (0..<40).map { Flag("f", default: true, context: ["plan": "p\($0)"], on: tuner) }
            try await tuner.waitUntilConnected()
            #expect(flags.allSatisfy { $0.value })
            #expect(faults.all.map { "\($0)" } == ["the program does not receive changes: too many"])
        }

        @Test func `the client repeats a declaration after a storage error`() async throws {
            let isTried = Atomic<Bool>(false)
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "tunables.declare", !isTried.exchange(true, ordering: .relaxed) else {
                    return nil
                }
                return .refusal(["code": -32_009, "message": "the disk is full", "data": ["kind": "storage"]])
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            _ = Tunable("n", default: 1, on: tuner)
            try await running.daemon.wait { $0.requests.count { $0.method == "tunables.declare" } == 2 }
            #expect(running.daemon.connections == 1)
            #expect(faults.all.map { "\($0)" } == ["a declaration was refused: the disk is full"])
        }

        @Test func `the client subscribes to all tunables declared one by one`() async throws {
            let running = try ScriptedDaemon.serve()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            for number in 0..<5_000 { _ = Tunable("many.n\(number)", default: 0, on: tuner) }
            try await tuner.waitUntilConnected()
            for number in 0..<60 {
                _ = Tunable("more.n\(number)", default: 0, on: tuner)
            }
            try await running.daemon.wait {
                let keys = $0.requests.flatMap { request -> [JSON] in
                    guard request.method == "tunables.subscribe", case .array(let keys)? = request.params["keys"]
                    else { return [] }
                    return keys
                }
                return Set(keys.map { "\($0)" }).count == 5_060
            }
            #expect(faults.all.isEmpty)
        }

        @Test func `a lost connection keeps the time of its first failure`() async throws {
            let mayConnect = Shared(true)
            let running = try ScriptedDaemon.serve { request in
                switch request.method {
                case "": mayConnect.value.load(ordering: .relaxed) ? nil : .end
                case "tunables.reset": .end
                default: nil
                }
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let number = Tunable("n", default: 1, on: tuner)
            var times = [ContinuousClock.now]
            for _ in 0..<2 {
                mayConnect.value.store(true, ordering: .relaxed)
                try await tuner.waitUntilConnected()
                mayConnect.value.store(false, ordering: .relaxed)
                let before = running.daemon.connections
                await #expect(throws: TunerError.outcomeUnknown) { try await number.reset() }
                try await tuner.waitUntilLost()
                guard case .lost(let since) = tuner.connection else { throw Late(description: "\(tuner.connection)") }
                times.append(since)
                // After some failed attempts, the time of the loss is still the first one.
                try await running.daemon.wait { $0.connections >= before + 3 }
                #expect(tuner.connection == .lost(since: since))
            }
            #expect(times[0] < times[1] && times[1] < times[2])
            #expect(faults.all.isEmpty)
        }

        /// A value that a test shares with its script.
        private final class Shared: Sendable {
            let value: Atomic<Bool>

            init(_ value: Bool) { self.value = Atomic(value) }
        }

        @Test func `the client reports a directory writable by others and does not connect`() async {
            await #expect(processExitsWith: .success) {
                let running = try ScriptedDaemon.serve()
                try Kernel.setMode(running.daemon.directory, 0o777)
                demand(unsafe setenv("TUNER_SOCKET", running.socket, 1) == 0)
                let faults = Faults()
                var options = faults.options(socket: "")
                options.socket = nil
                let tuner = Tuner(options)
                _ = Tunable("n", default: 1, on: tuner)
                try await tuner.waitUntilLost()
                guard case .unreachable(let reason)? = faults.all.first else { throw Late(description: "no fault") }
                demand(reason.contains(running.daemon.directory))
                demand(faults.all.count == 1)
                demand(running.daemon.connections == 0)
            }
        }
    }
}
