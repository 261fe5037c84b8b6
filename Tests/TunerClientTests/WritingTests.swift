import JSONCore
import RPCCore
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct WritingTests {
        @Test func `a rejected write restores the previous value`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let radius = Tunable("ui.radius", default: 12.0, in: 0...40, step: 1, on: tuner)
            try await tuner.waitUntilConnected()
            try await radius.set(18)
            #expect(radius.value == 18)
            #expect(try daemon.call("tunables.get", ["key": "ui.radius"])["value"] == 18.0)
            let result = await outcome { () async throws(TunerError) in try await radius.set(99) }
            guard case .refused(let refusal)? = result else { throw Late(description: "99 is too much") }
            #expect(refusal.kind == .outOfRange)
            #expect(refusal.key == "ui.radius")
            #expect("\(refusal)" == "ui.radius must be at most 40.0, got 99.0")
            #expect(radius.value == 18)
            try await radius.set(99, clamping: true)
            #expect(radius.value == 40)
            let log = ReadLog(radius)
            try await radius.set(1, for: .seconds(1))
            try await log.wait { $0 == [1, 40] }
            try await radius.reset()
            #expect(radius.value == 12)
            await #expect(throws: TunerError.self) { try await radius.set(.infinity) }
            #expect(radius.value == 12)
        }

        @Test func `after a rejected write of another type the program reads its old value`() async throws {
            let daemon = try RunningDaemon()
            try daemon.call("tunables.declare", ["key": "title", "spec": ["type": "string", "default": "hello"]])
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            let title = Tunable("title", 1.5, on: tuner)
            try await tuner.waitUntilConnected()
            for _ in 0..<2 {
                await #expect(throws: TunerError.self) { try await title.set(7) }
                #expect(title.value == 1.5)
            }
            try await title.reset()
            #expect(title.value == 1.5)
        }

        @Test func `a value that the declaration does not allow is never read`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let gravity = Tunable("gravity", default: 9.8, in: 0...40, step: 0.1, on: tuner)
            let title = Tunable("title", default: "a", length: 1...3, on: tuner)
            try await tuner.waitUntilConnected()
            let (gravities, titles) = (ReadLog(gravity), ReadLog(title))
            await #expect(throws: TunerError.self) { try await gravity.set(9.83) }
            try await gravity.set(1.04, clamping: true)
            try await gravities.wait { $0.last == 1.0 }
            for text in ["", "long"] { await #expect(throws: TunerError.self) { try await title.set(text) } }
            try await title.set("end")
            try await titles.wait { $0.last == "end" }
            #expect(gravities.all == [1.0])
            #expect(titles.all == ["end"])
        }

        @Test func `the client sends a declaration before a write to the new tunable`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            try await tuner.waitUntilConnected()
            for number in 0..<20 {
                let new = Tunable("new.n\(number)", default: 1, in: 0...9, on: tuner)
                await #expect(throws: TunerError.self) { try await new.set(99) }
                #expect(new.value == 1)
            }
        }

        @Test func `an update writes several values in one revision or none`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let (a, b) = (Tunable("a", default: 1, in: 0...9, on: tuner), Tunable("b", default: true, on: tuner))
            try await tuner.waitUntilConnected()
            try await tuner.update { (changes) throws(TunerError) in
                try changes.set(a, to: 2)
                try changes.set(b, to: false)
            }
            #expect(a.value == 2)
            #expect(!b.value)
            await #expect(throws: TunerError.self) {
                try await tuner.update { (changes) throws(TunerError) in
                    try changes.set(a, to: 99)
                    try changes.set(b, to: true)
                }
            }
            #expect(a.value == 2)
            #expect(!b.value)
            try await b.toggle()
            #expect(b.value)
        }

        @Test func `an update longer than one message is written in one revision or none`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let texts = (0..<20).map { Tunable("long.n\($0)", default: "", on: tuner) }
            let number = Tunable("number", default: 1, in: 0...9, on: tuner)
            try await tuner.waitUntilConnected()
            /// Writes 18 MB in all, and repeats the write if a busy machine takes longer than the tuner's time limit.
            func write(_ letter: Character, _ digit: Int) async throws -> TunerError? {
                var result: TunerError?
                repeat {
                    try await tuner.waitUntilConnected()
                    result = await outcome { () async throws(TunerError) in
                        try await tuner.update { (changes) throws(TunerError) in
                            for text in texts { try changes.set(text, to: String(repeating: letter, count: 900_000)) }
                            try changes.set(number, to: digit)
                        }
                    }
                } while result == .outcomeUnknown || result == .notConnected
                return result
            }
            #expect(try await write("a", 2) == nil)
            let revisions = try texts.map { try daemon.call("tunables.get", ["key": .string($0.key)])["revision"] }
            #expect(revisions.allSatisfy { $0 == revisions.first })
            #expect(texts.allSatisfy { $0.value.utf8.count == 900_000 && $0.value.first == "a" })
            guard case .refused(let refusal)? = try await write("b", 99) else {
                throw Late(description: "99 is too much")
            }
            #expect(refusal.kind == .outOfRange)
            #expect(texts.allSatisfy { $0.value.first == "a" })
            #expect(number.value == 2)
        }

        @Test func `a write in flight when the daemon ends has an unknown outcome`() async throws {
            var outcome: TunerError?
            repeat {
                let daemon = try RunningDaemon()
                let tuner = Tuner(Faults().options(socket: daemon.socket))
                let number = Tunable("n", default: 1, on: tuner)
                try await tuner.waitUntilConnected()
                let log = ReadLog(number)
                try daemon.freeze(true)
                let write = Task {
                    await TunerClientTests.outcome { () async throws(TunerError) in try await number.set(5) }
                }
                // The program reads its own write before the daemon has it.
                try await log.wait { $0.first == 5 }
                try daemon.kill()
                outcome = await write.value
                #expect(number.value == 1)
                // The daemon may end before the tuner sends the write.
            } while outcome == .notConnected
            #expect(outcome == .outcomeUnknown)
        }

        /// The writes exceed the buffers of the kernel and of the tuner.
        @Test func `a daemon that does not read blocks no writer`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let text = Tunable("text", default: "", on: tuner)
            try await tuner.waitUntilConnected()
            try daemon.freeze(true)
            let long = String(repeating: "x", count: 900_000)
            let outcomes = try await withThrowingTaskGroup(of: TunerError?.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        await outcome { () async throws(TunerError) in try await text.set("\(number)\(long)") }
                    }
                }
                // The tuner refuses the surplus writes while the daemon is suspended.
                var outcomes: [TunerError?] = []
                while let outcome = try await group.next() {
                    outcomes.append(outcome)
                    if outcomes.count == 10 { try daemon.freeze(false) }
                }
                return outcomes
            }
            // On a slow machine, the remaining writes may take longer than the time limit of a write.
            #expect(outcomes.allSatisfy { $0 == nil || $0 == .overloaded || $0 == .outcomeUnknown })
            #expect(outcomes.prefix(10).contains(.overloaded))
            var last: TunerError?
            repeat {
                last = await outcome { () async throws(TunerError) in try await text.set("the last") }
            } while last == .overloaded || last == .outcomeUnknown
            #expect(last == nil)
            #expect(try daemon.call("tunables.get", ["key": "text"])["value"] == "the last")
            try await text.wait(until: "the last")
        }
    }
}

/// Returns the error of a write; nil if it succeeds.
private func outcome(_ body: @Sendable () async throws(TunerError) -> Void) async -> TunerError? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}
