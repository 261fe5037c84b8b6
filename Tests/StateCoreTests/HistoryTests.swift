import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct HistoryTests {
    @Test func `each durable change is one commit with the next revision`() throws {
        var stage = Stage()
        let mutations: [(Mutation, String, [Key])] = [
            (.declare("a", #"{"type": "number", "default": 1}"#), "tunables.declare", ["a"]),
            (.update(["b": 1, "c": 1]), "tunables.update", ["b", "c"]),
            (.put("x", ["b": 2, "d": 2]), "layers.put", []),
            (.activate(["x"]), "layers.activate", ["d"]),
            (.addKillSwitch("a"), "flags.killSwitch", []),
            (.removeLayer("x"), "layers.remove", ["d"]),
        ]
        for (number, (mutation, operation, keys)) in mutations.enumerated() {
            let commit = try #require(try stage.perform(mutation, by: .demo).commit)
            #expect(commit.revision == Int64(number) + 1)
            #expect(commit.operation.name == operation)
            #expect(commit.actor == .demo)
            #expect(commit.time == stage.now)
            #expect(Set(commit.changes.map(\.key)) == Set(keys), "\(operation)")
        }
        #expect(stage.state.history.newestFirst.map(\.revision) == [6, 5, 4, 3, 2, 1])
    }

    @Test func `history does not keep the contents of replaced or removed layers`() throws {
        var stage = try Stage(after: .set("a", 1))
        let text = JSON.string(String(repeating: "x", count: 1_000))
        for _ in 0..<20 {
            let commit = try #require(try stage.perform(.put("x", ["b": text, "c": text])).commit)
            #expect(commit.edits.count == 1)
            try stage.perform(.removeLayer("x"))
        }
        #expect(stage.state.history.count == 41)
        for commit in stage.state.history.newestFirst {
            guard case .layer(let name, let layer)? = commit.edits.first else { continue }
            #expect(name == "x")
            #expect(layer?.values.isEmpty ?? true)
        }
        #expect(stage.state.history.newest?.edits == [.layer("x", nil)])
    }

    @Test func `a key's revision is that of the last commit that changed its shared value`() throws {
        var stage = try Stage(
            after: .set("a", 1),
            .set("b", 1),
            .put("x", ["a": 5, "b": 5], locks: "b"),
            .activate(["x"]),
            .declare("a", #"{"type": "number"}"#)
        )
        #expect(stage.tunable("a")?.revision == 1)
        #expect(stage.tunable("b")?.revision == 4)
        try stage.perform(.reset("a"))
        #expect(stage.tunable("a")?.revision == 6)
    }

    @Test func `a commit that changes thousands of values lists all of them`() throws {
        var values = KeyMap<JSON>()
        for number in 0..<3_000 {
            values.insert(1, for: Key(literal: "k\(number)"))
        }
        var stage = try Stage(after: .putLayer(Layer(name: "big", values: values)))
        #expect(try stage.perform(.activate(["big"])).changes.count == 3_000)
        #expect(try stage.perform(.activate([])).changes.count == 3_000)
        #expect(stage.state.tunableCount == 0)
    }

    @Test(arguments: [0, 1, 5, 31, 32, 33, 64])
    func `history keeps the newest commits up to the limit, and at least one`(limit: Int) throws {
        var rules = StateRules()
        rules.history.commits = limit
        var stage = Stage(rules)
        for value in 1...100 as ClosedRange<Int64> {
            try stage.perform(.set("a", .integer(value)))
            let expected = (max(1, value - Int64(max(limit, 1)) + 1)...value).reversed()
            #expect(stage.state.history.newestFirst.map(\.revision) == Array(expected))
            #expect(stage.state.history.oldestFirst.map(\.revision) == expected.reversed())
            #expect(stage.state.history.count == expected.count)
            #expect(stage.state.history.oldest?.revision == expected.last)
            #expect(stage.state.history.newest?.revision == value)
        }
    }

    @Test func `large commits leave the history sooner, except the newest`() throws {
        var rules = StateRules()
        rules.history.bytes = 10_000
        var stage = Stage(rules)
        for number in 0..<10 as Range<Int64> {
            try stage.perform(.set("a", .string(String(repeating: "x", count: 1_000) + "\(number)")))
        }
        #expect((1...5).contains(stage.state.history.count))
        try stage.perform(.set("a", .string(String(repeating: "x", count: 100_000))))
        #expect(stage.state.history.newestFirst.map(\.revision) == [11])
    }
}
