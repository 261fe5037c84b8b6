import JSONCore
import RPCCore
import Synchronization
import TestSupport
import Testing
import TunerClient

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DaemonTests {
    @Suite(.timeLimit(.minutes(5))) struct SnapshotTests {
        /// A thousand equal values, some in a word and some in a box, while another thread changes all of them.
        @Test func `a frame never mixes two revisions`() async throws {
            let daemon = try RunningDaemon()
            let tuner = Tuner(Faults().options(socket: daemon.socket))
            let numbers = (0..<900).map { Tunable("frame.n\($0)", default: 0, on: tuner) }
            let texts = (0..<100).map { Tunable("frame.t\($0)", default: "0", on: tuner) }
            let client = try daemon.client()
            func write(_ round: Int) throws {
                var values = JSONObject()
                for tunable in numbers { values[tunable.key] = .integer(Int64(round)) }
                for tunable in texts { values[tunable.key] = .string("\(round)") }
                _ = try client.call("tunables.update", ["values": .object(values)], within: .seconds(60))
            }
            // The tuner subscribes to a declared tunable a moment later, whether it is connected or not.
            try write(1)
            for text in texts { try await text.wait(until: "1") }
            let isOver = Atomic<Bool>(false)
            let frames = Atomic<Int>(0)
            let torn = Atomic<Int>(0)
            let readers = (0..<2).map { _ in
                UncheckedThread {
                    while !isOver.load(ordering: .relaxed) {
                        tuner.snapshot {
                            let first = numbers[0].value
                            let text = "\(first)"
                            let isWhole =
                                numbers.allSatisfy { $0.value == first } && texts.allSatisfy { $0.value == text }
                            if !isWhole { torn.add(1, ordering: .relaxed) }
                        }
                        // Outside of a frame, each value alone is whole.
                        if Int(texts[50].value) == nil { torn.add(1, ordering: .relaxed) }
                        frames.add(1, ordering: .relaxed)
                    }
                }
            }
            // The threads must end in any case: they would keep all processors busy for the rest of the run.
            func endReading() {
                isOver.store(true, ordering: .relaxed)
                for reader in readers { reader.join() }
            }
            defer { endReading() }
            let last = 20
            for round in 2...last { try write(round) }
            try await texts[99].wait(until: "\(last)")
            endReading()
            let (tornCount, frameCount) = (torn.load(ordering: .relaxed), frames.load(ordering: .relaxed))
            #expect(tornCount == 0)
            #expect(frameCount > 0)
            #expect(numbers.allSatisfy { $0.value == last })
        }

        @Test func `a snapshot keeps its revision while other readers see new values`() async throws {
            let tuner = Tuner.preview(values: ["a": 1, "b": "one"])
            let other = Tuner.preview(values: ["c": 1])
            let (a, b) = (Tunable("a", default: 0, on: tuner), Tunable("b", default: "", on: tuner))
            let c = Tunable("c", default: 0, on: other)
            tuner.snapshot {
                tuner.simulate(values: ["a": 2, "b": "two"])
                other.simulate(values: ["c": 2])
                #expect(a.value == 1)
                #expect(b.value == "one")
                #expect(c.value == 2)
                other.snapshot {
                    tuner.simulate(values: ["a": 3])
                    other.simulate(values: ["c": 3])
                    #expect(a.value == 1)
                    #expect(c.value == 2)
                }
                tuner.snapshot { #expect(b.value == "one") }
                let thread = UncheckedThread { #expect(a.value == 3) }
                thread.join()
                #expect(c.value == 3)
                // A tunable that is declared in a snapshot has the newest value.
                tuner.simulate(values: ["d": 9])
                #expect(Tunable("d", default: 0, on: tuner).value >= 0)
            }
            #expect(a.value == 3)
            #expect(b.value == "two")
        }

        @Test func `the end of a long snapshot releases the retained values`() {
            let tuner = Tuner.preview()
            let witness = Tunable("w", default: Witness(0), on: tuner)
            tuner.snapshot {
                for number in 1...20_000 { tuner.simulate(values: ["w": TunerValue(integerLiteral: Int64(number))]) }
                #expect(witness.value.number == 0)
                #expect(Witness.count > 20_000)
            }
            tuner.simulate(values: ["w": 7])
            #expect(witness.value.number == 7)
            #expect(Witness.count <= 2)
        }

        /// Two threads read in turn, so that one of them reads at each moment.
        @Test func `overlapping snapshots retain only the revisions still in use`() {
            let rounds = 500
            let (first, second, most) = (Shared(), Shared(), Shared())
            let tuner = Tuner.preview()
            let witness = Tunable("w", default: Witness(0), on: tuner)
            @Sendable func readTwice(_ round: Int, entering mine: Shared, until other: Shared, is awaited: Int) {
                tuner.snapshot {
                    mine.number.store(round, ordering: .relaxed)
                    while other.number.load(ordering: .relaxed) < awaited { sched_yield() }
                    let before = witness.value.number
                    tuner.simulate(values: ["w": TunerValue(integerLiteral: Int64(round))])
                    #expect(witness.value.number == before)
                    most.number.max(Witness.count, ordering: .relaxed)
                }
            }
            let threads = [
                UncheckedThread {
                    for round in 1...rounds { readTwice(round, entering: first, until: second, is: round) }
                    first.number.store(rounds + 1, ordering: .relaxed)
                },
                UncheckedThread {
                    for round in 1...rounds {
                        while first.number.load(ordering: .relaxed) < round { sched_yield() }
                        readTwice(round, entering: second, until: first, is: round + 1)
                    }
                },
            ]
            for thread in threads { thread.join() }
            #expect(most.number.load(ordering: .relaxed) < 50)
        }

        private final class Shared: Sendable {
            let number = Atomic<Int>(0)
        }
    }
}
