import LoopCore
import TestSupport
import Testing

@testable import WebGateway

/// Tests of what the clients of a feed share: the log, the memory of the texts, and the round.
struct EventLogTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop(clock: ManualClocks().clocks) }

    private func turn() throws {
        loop.nextTurn {}
        try loop.turn()
    }

    private func event(_ count: Int, in memory: StreamMemory) -> EventLog.Event {
        EventLog.Event(text: StreamText([UInt8](repeating: 0, count: count), in: memory), moment: nil)
    }

    // MARK: The log

    @Test func `a log has the last events, and the memory of the others is free`() {
        let memory = StreamMemory(on: loop)
        let log = EventLog(in: memory)
        for _ in 0..<100 { log.append(event(16 << 10, in: memory)) }
        #expect(log.end == 101)
        #expect(log.first > 70)
        #expect(log[log.first - 1] == nil)
        #expect(log[log.first]?.text.bytes.count == 16 << 10)
        #expect(log[log.end] == nil)
        #expect(memory.texts == Int(log.end - log.first) * 16 << 10)
        log.drop(before: log.end)
        #expect(memory.texts == 0)
        #expect(log.first == log.end)
        // An event of any length is in the log until the next one.
        log.append(event(1 << 20, in: memory))
        #expect(log[101]?.text.bytes.count == 1 << 20)
        log.append(event(10, in: memory))
        #expect(log[101] == nil)
        #expect(log[102]?.text.bytes.count == 10)
    }

    @Test func `after a cut, every client has missed an event`() {
        let memory = StreamMemory(on: loop)
        let log = EventLog(in: memory)
        log.append(event(10, in: memory))
        let position = log.end
        log.cut()
        #expect(log.first > position)
        #expect(log.end == log.first)
        #expect(memory.texts == 0)
    }

    // MARK: The memory

    @Test func `beyond the limit, the clients end that wait longest, and those with the newest text stay`() {
        let memory = StreamMemory(limit: 100, on: loop)
        var ended: [Int] = []
        func add(_ number: Int, _ text: StreamText) -> UInt64 { memory.add(text) { ended.append(number) } }
        do {
            let first = StreamText([UInt8](repeating: 0, count: 40), in: memory)
            _ = add(1, first)
            memory.remove(add(2, first))
            _ = add(3, StreamText([UInt8](repeating: 0, count: 50), in: memory))
            memory.reduce(keeping: first)
        }
        #expect(ended == [])
        let newest = StreamText([UInt8](repeating: 0, count: 40), in: memory)
        _ = add(4, newest)
        memory.reduce(keeping: newest)
        #expect(ended == [1])
        #expect(memory.texts == 90)
        let large = StreamText([UInt8](repeating: 0, count: 200), in: memory)
        let last = add(5, large)
        memory.reduce(keeping: large)
        #expect(ended == [1, 3, 4])
        #expect(memory.isOverLimit)
        // The memory holds the text, and the text the memory, as long as a client waits.
        memory.remove(last)
    }

    @Test func `many clients end in several turns, and no more of them than necessary`() throws {
        let memory = StreamMemory(limit: 100, on: loop)
        var ended: [Int] = []
        for number in 0..<300 {
            _ = memory.add(StreamText([UInt8](repeating: 0, count: 1), in: memory)) { ended.append(number) }
        }
        let newest = StreamText([UInt8](repeating: 0, count: 50), in: memory)
        memory.reduce(keeping: newest)
        memory.reduce(keeping: newest)
        #expect(ended == Array(0..<64))
        for _ in 0..<2 { try turn() }
        #expect(ended.count == 192)
        for _ in 0..<4 { try turn() }
        #expect(ended == Array(0..<250))
        #expect(memory.texts == 100)
    }

    @Test func `if no client can end, the largest logs lose their events`() {
        let memory = StreamMemory(limit: 100, on: loop)
        let logs = [30, 60, 20].map { count in
            let log = EventLog(in: memory)
            log.append(event(count, in: memory))
            return log
        }
        let newest = StreamText([UInt8](repeating: 0, count: 40), in: memory)
        memory.reduce(keeping: newest)
        #expect(logs.map(\.bytes) == [30, 0, 20])
        // A client that has received the event misses nothing.
        #expect(logs[1].first == 2 && logs[1].end == 2)
    }

    // MARK: The round

    @Test func `a round visits every client once, a part of them in each turn`() throws {
        var visits = [Int](repeating: 0, count: 1_000)
        var rounds = 0
        let round = ClientRound(
            on: loop,
            of: { Array(0..<1_000) },
            whenDone: { rounds += 1 },
            visit: { visits[$0] += 1 }
        )
        round.start()
        #expect(visits.allSatisfy { $0 == 0 })
        var most = 0
        for _ in 0..<20 {
            let before = visits.reduce(0, +)
            try turn()
            most = max(most, visits.reduce(0, +) - before)
        }
        #expect(visits.allSatisfy { $0 == 1 })
        #expect(most <= 64)
        #expect(rounds == 1)
        // A second event during a round begins another one when the first has visited all clients.
        round.start()
        try turn()
        round.start()
        round.start()
        for _ in 0..<40 { try turn() }
        #expect(visits.allSatisfy { $0 == 3 })
        round.add([7])
        try turn()
        #expect(visits.reduce(0, +) == 3_001)
        #expect(visits[7] == 4)
    }
}
