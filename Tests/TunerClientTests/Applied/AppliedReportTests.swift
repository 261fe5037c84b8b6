import JSONCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    /// The reports of a program about the values that it has read, as the daemon shows them.
    @Suite(.timeLimit(.minutes(5))) struct AppliedReportTests {
        private let daemon: RunningDaemon
        private let tuner: Tuner
        private let radius: Tunable<Double>
        private let title: Tunable<String>

        init() async throws {
            daemon = try RunningDaemon()
            tuner = Tuner(Faults().options(socket: daemon.socket))
            radius = Tunable("ui.radius", default: 12.0, on: tuner)
            title = Tunable("ui.title", default: "Hi", on: tuner)
            try await tuner.waitUntilConnected()
        }

        /// Returns the record of the program.
        private func record(_ key: String? = nil) throws -> JSON? {
            let params: JSON = key.map { ["keys": [.string($0)]] } ?? [:]
            guard case .array(let all)? = try daemon.call("tunables.subscribers", params)["subscribers"] else {
                return nil
            }
            return all.first
        }

        private func expect(
            _ state: JSON,
            of key: String? = nil,
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            var last: JSON?
            let isReached = try eventually {
                last = try record(key)
                return last?["state"] == state
            }
            #expect(isReached, "\(String(describing: last))", sourceLocation: location)
        }

        @Test func `a value is applied once the program has read it`() throws {
            try expect("applied")
            try daemon.set("ui.radius", 18)
            #expect(try eventually { try record()?["unread"] == ["ui.radius"] })
            #expect(try record("ui.radius")?["state"] == "waiting")
            #expect(try record("ui.title")?["state"] == "applied")
            #expect(radius.value == 18)
            try expect("applied", of: "ui.radius")
            #expect(try record()?["unread"] == nil)
        }

        @Test func `an iteration and a snapshot are reads`() async throws {
            var values = radius.values.makeAsyncIterator()
            _ = await values.next()
            try daemon.set("ui.radius", 18)
            #expect(await values.next() == 18)
            try expect("applied", of: "ui.radius")
            try daemon.set("ui.title", "Ho")
            #expect(try eventually { try record()?["unread"] == ["ui.title"] })
            // A frame receives all values, also those that it does not read.
            tuner.snapshot {}
            try expect("applied", of: "ui.title")
        }

        @Test func `the program's own writes need no read`() async throws {
            try await radius.set(20)
            try expect("applied", of: "ui.radius")
        }

        @Test func `a refusal lasts until the next value`() throws {
            try daemon.set("ui.radius", 18)
            #expect(try eventually { radius.value == 18 })
            radius.refuse("the circle is too large")
            try expect("refused", of: "ui.radius")
            let refused: JSON = [["key": "ui.radius", "reason": "the circle is too large"]]
            #expect(try record()?["refused"] == refused)
            try daemon.set("ui.radius", 8)
            #expect(try eventually { radius.value == 8 })
            try expect("applied", of: "ui.radius")
        }

        @Test func `a value that does not fit is refused`() async throws {
            try daemon.call("tunables.declare", ["key": "n", "spec": ["type": "string", "default": "many"]])
            let number = Tunable("n", default: 3, on: tuner)
            try expect("refused", of: "n")
            #expect(number.value == 3)
        }

        @Test func `an older daemon, which takes no reports, still sends the values`() async throws {
            let refusal: JSON = [
                "code": -32_602, "message": "there is no parameter ack",
                "data": ["kind": "invalidParams", "parameter": "ack"],
            ]
            let running = try ScriptedDaemon.serve { request in
                guard request.method == "tunables.subscribe" else { return nil }
                return request.params["ack"] == true
                    ? .refusal(refusal) : .result(ScriptedDaemon.subscribed(["size": 7]))
            }
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: running.socket))
            let size = Tunable("size", default: 1, on: tuner)
            try await tuner.waitUntilConnected()
            #expect(size.value == 7)
            #expect(running.daemon.requests.count { $0.method == "tunables.subscribe" } == 2)
            #expect(!running.daemon.requests.contains { $0.method == "tunables.applied" })
        }

        @Test func `a program reports again after it has connected again`() throws {
            try daemon.set("ui.radius", 18)
            #expect(try eventually { radius.value == 18 })
            try expect("applied", of: "ui.radius")
            try daemon.kill()
            let next = try RunningDaemon(in: daemon.directory)
            let isReported = try eventually {
                guard case .array(let all)? = try next.call("tunables.subscribers")["subscribers"] else { return false }
                return all.first?["state"] == "applied"
            }
            #expect(isReported)
            _ = title
        }
    }
}
