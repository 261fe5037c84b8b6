import JSONCore
import Synchronization
import TestSupport
import Testing
import TunerClient

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct DeclaringTests {
        private static let count = 200

        /// Declares the keys of all other threads, and writes some of them at the same time.
        @Test func `threads declare and write concurrently, and each declaration precedes its write`()
            async throws
        {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let tuner = Tuner(faults.options(socket: daemon.socket))
            try await tuner.waitUntilConnected()
            let refused = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var refused = 0
                        for number in 0..<Self.count {
                            let tunable = Tunable("same.n\(number)", default: 1, in: 0...9, on: tuner)
                            guard number.isMultiple(of: 10) else { continue }
                            do throws(TunerError) {
                                try await tunable.set(99)
                            } catch {
                                guard case .refused(let refusal) = error, refusal.kind == .outOfRange else {
                                    throw error
                                }
                                refused += 1
                            }
                        }
                        return refused
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(refused == 4 * Self.count / 10)
            try await tuner.waitUntilAllIsKnown(by: daemon)
            guard case .object(let specs)? = try daemon.call("tunables.export", ["match": "same.*"])["specs"] else {
                throw Late(description: "nothing is declared")
            }
            #expect(specs.members.count == Self.count)
            #expect(faults.all.isEmpty)
        }

        @Test func `threads can create and use the shared tuner concurrently`() async {
            await #expect(processExitsWith: .success) {
                let sum = Atomic<Int>(0)
                let threads = (0..<8).map { number in
                    UncheckedThread {
                        let tunable = Tunable("n\(number % 3)", default: number % 3)
                        Tuner.shared.snapshot { _ = sum.add(tunable.value, ordering: .relaxed) }
                    }
                }
                for thread in threads { thread.join() }
                let all = sum.load(ordering: .relaxed)
                demand(all == 7)
            }
        }

        @Test func `a fault handler can call the tuner`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let reports = Mutex<[String]>([])
            tuner.onFault { [weak tuner] fault in
                guard let tuner else { return }
                let other = Tunable("other", default: 1, on: tuner)
                let seen = tuner.snapshot { "\(other.value)" }
                reports.withLock { $0.append("\(fault) \(seen) \(tuner.connection == .connecting)") }
                tuner.onFault { fault in reports.withLock { $0.append("\(fault)") } }
            }
            // The handler runs on this thread and on the tuner's thread.
            _ = Tunable("not a key", default: 1, on: tuner)
            _ = Tunable("n", default: 9, in: 9...9, step: -1, on: tuner)
            try await tuner.waitUntilAllIsKnown(by: daemon)
            #expect(reports.withLock(\.count) == 2)
        }

        @Test func `two tuners in one process have separate connections and values`() async throws {
            let daemon = try RunningDaemon()
            let faults = Faults()
            let (first, second) = (
                Tuner(faults.options(socket: daemon.socket)), Tuner(faults.options(socket: daemon.socket))
            )
            let (a, b) = (Tunable("n", default: 1, on: first), Tunable("n", default: 2, on: second))
            try await first.waitUntilConnected()
            try await second.waitUntilConnected()
            try await a.set(5)
            try await b.wait(until: 5)
            await first.close()
            try await b.set(6)
            #expect(b.value == 6)
            // A closed tuner does not change any more.
            #expect(a.value == 5)
            await #expect(throws: TunerError.notConnected) { try await a.set(7) }
            await first.close()
            #expect(faults.all.isEmpty)
        }
    }
}
