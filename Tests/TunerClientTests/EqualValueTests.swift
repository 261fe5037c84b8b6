import Testing
import TunerClient

/// Values that are equal by `==` and differ.
@Suite struct EqualValueTests {
    /// A value whose `==` compares only its ID.
    private struct Item: Codable, Equatable {
        var id = 1
        var name: String

        static func == (left: Item, right: Item) -> Bool { left.id == right.id }
    }

    private struct Pair: Codable, Equatable {
        var x: Float
        var y: Float
    }

    @Test func `a text in another Unicode form is read, and notifies no observer`() {
        let tuner = Tuner.preview(values: ["t.name": "e\u{301}"])
        let name = Tunable("t.name", default: "", on: tuner)
        let log = ReadLog(name)
        #expect(Array(name.value.utf8) == Array("e\u{301}".utf8))
        tuner.simulate(values: ["t.name": "\u{E9}"])
        #expect(Array(name.value.utf8) == Array("\u{E9}".utf8))
        #expect(log.all.isEmpty)
        tuner.simulate(values: ["t.name": "a"])
        #expect(log.all == ["a"])
    }

    @Test func `negative zero is read, and notifies no observer`() {
        let tuner = Tuner.preview(values: ["t.zero": 0.0, "t.pair": ["x": 0.0, "y": 1.0]])
        let zero = Tunable("t.zero", default: 1.0, on: tuner)
        let pair = Tunable("t.pair", default: Pair(x: 1, y: 1), on: tuner)
        let (zeroes, pairs) = (ReadLog(zero), ReadLog(pair))
        tuner.simulate(values: ["t.zero": -0.0, "t.pair": ["x": -0.0, "y": 1.0]])
        #expect(zero.value.sign == .minus)
        #expect(pair.value.x.sign == .minus)
        #expect(zeroes.all.isEmpty && pairs.all.isEmpty)
        tuner.simulate(values: ["t.zero": 2.0, "t.pair": ["x": 2.0, "y": 1.0]])
        #expect(zeroes.all == [2] && pairs.all == [Pair(x: 2, y: 1)])
    }

    @Test func `a value with its own == is read, and notifies no observer if it is equal`() async throws {
        let tuner = Tuner.preview()
        let item = Tunable("t.item", default: Item(name: "a"), on: tuner)
        let log = ReadLog(item)
        try await item.set(Item(name: "b"))
        #expect(item.value.name == "b")
        #expect(tuner.snapshot { item.value.name } == "b")
        #expect(log.all.isEmpty)
        try await item.set(Item(id: 2, name: "c"))
        #expect(log.all.map(\.name) == ["c"])
    }

    @Test func `a sequence of values skips an equal value`() async {
        let tuner = Tuner.preview(values: ["t.zero": 0.0])
        let zero = Tunable("t.zero", default: 1.0, on: tuner)
        var iterator = zero.values.makeAsyncIterator()
        #expect(await iterator.next() == 0)
        tuner.simulate(values: ["t.zero": -0.0])
        // The task runs on this thread until it waits for the next value.
        let next = Task.immediate { [iterator] in
            var iterator = iterator
            return await iterator.next(isolation: nil)
        }
        tuner.simulate(values: ["t.zero": 3.0])
        #expect(await next.value == 3)
    }
}
