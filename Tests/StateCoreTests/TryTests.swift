import FlagEngine
import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct TryTests {
    private static func request(
        _ values: KeyValuePairs<String, JSON> = [:],
        flags: [(FlagKey, FlagOverride)] = [],
        layer: Layer? = nil
    ) -> TryRequest {
        var request = TryRequest()
        request.values = values.map { Mutation.Entry(Key(literal: $0.key), $0.value) }
        request.flags = flags.map { (key: $0.0, override: $0.1) }
        request.layer = layer
        return request
    }

    private static func layer(_ name: String, _ value: JSON, version: String? = nil) -> Layer {
        var values = KeyMap<JSON>()
        values.insert(value, for: Key(literal: "l"))
        return Layer(name: name, values: values, version: version)
    }

    /// A stage on which `a` is 2 and `b` is 3 as a try of ten seconds, and were 1 before.
    private static func trying() throws -> Stage {
        try Stage(
            after: .set("a", 1),
            .set("b", 1),
            .beginTry(request(["a": 2, "b": 3]), for: 10_000)
        )
    }

    @Test func `a try and its end are one commit`() throws {
        let stage = try Self.trying()
        #expect(stage.state.revision == 3)
        let pending = try #require(stage.state.allTries.first)
        #expect(pending.id == 3)
        #expect(pending.subjects.map(\.text) == ["a", "b"])
        #expect(pending.end == stage.now.advanced(byMilliseconds: 10_000))
        #expect(stage.state.nextDeadline == pending.end)
    }

    @Test func `at its end a try is reverted by one commit`() throws {
        var stage = try Self.trying()
        try stage.wait(9_999)
        #expect(stage["a"] == 2)
        try stage.wait(1)
        #expect(stage["a"] == 1)
        #expect(stage["b"] == 1)
        #expect(stage.state.revision == 4)
        #expect(stage.state.allTries.isEmpty)
        #expect(stage.state.history.newest?.tryEdits == [.endTry(TryEnd(id: 3, outcome: .reverted))])
    }

    @Test func `a confirmed try has no end, and one undo reverts it`() throws {
        var stage = try Self.trying()
        try stage.perform(.confirmTry(3))
        #expect(stage.state.nextDeadline == nil)
        #expect(stage["b"] == 3)
        try stage.perform(.undo(everyone: false))
        #expect(stage["a"] == 1)
        #expect(stage["b"] == 1)
        try stage.perform(.redo(everyone: false))
        #expect(stage["a"] == 2)
        #expect(stage.state.nextDeadline == nil)
    }

    @Test func `a cancelled try is reverted at once, for a reason`() throws {
        var stage = try Self.trying()
        try stage.perform(.cancelTry(3, because: "p99 is 40 ms"))
        #expect(stage["a"] == 1)
        #expect(stage["b"] == 1)
        let end = TryEnd(id: 3, outcome: .reverted, reason: "p99 is 40 ms")
        #expect(stage.state.history.newest?.tryEdits == [.endTry(end)])
        // The undo is of what was before the try.
        try stage.wait(5_000)
        try stage.perform(.undo(everyone: false))
        #expect(stage["b"] == nil)
        #expect(stage["a"] == 1)
    }

    @Test func `the change of another person wins, and the rest of the try is reverted`() throws {
        var stage = try Self.trying()
        try stage.perform(.set("a", 7), by: .demo)
        #expect(stage.state.remaining(of: try #require(stage.state.allTries.first)).map(\.text) == ["b"])
        try stage.wait(10_000)
        #expect(stage["a"] == 7)
        #expect(stage["b"] == 1)
    }

    @Test func `a try of which nothing is left has ended`() throws {
        var stage = try Self.trying()
        try stage.perform(.update(["a": 7, "b": 8]), by: .demo)
        #expect(stage.state.allTries.isEmpty)
        #expect(stage.state.history.newest?.tryEdits == [.endTry(TryEnd(id: 3, outcome: .replaced))])
        let refusal = stage.refusal(of: .confirmTry(3))
        #expect(refusal == "the try 3 has ended: demo replaced the last change of it in revision 4")
    }

    @Test func `an undo of a try ends it`() throws {
        var stage = try Self.trying()
        try stage.perform(.undo(everyone: false))
        #expect(stage["a"] == 1)
        #expect(stage.state.allTries.isEmpty)
        // The try is gone, so its values come back as temporary values without a try.
        try stage.perform(.redo(everyone: false))
        #expect(stage["b"] == 3)
        #expect(stage.state.allTries.isEmpty)
        try stage.wait(10_000)
        #expect(stage["b"] == 1)
    }

    @Test func `a key has one pending try`() throws {
        var stage = try Self.trying()
        let refusal = stage.refusal(of: .beginTry(Self.request(["c": 1, "b": 4]), for: 500), by: .demo)
        #expect(refusal == "b is part of the try 3 of vim; confirm or cancel that try first")
        #expect(stage.tunable("c") == nil)
        try stage.perform(.cancelTry(3, because: nil))
        try stage.perform(.beginTry(Self.request(["c": 1, "b": 4]), for: 500))
        #expect(stage["b"] == 4)
    }

    @Test func `a try restores what a temporary value would restore`() throws {
        let request = Self.request(["a": 3])
        var stage = try Stage(after: .set("a", 1), .set("a", 2, for: 500), .beginTry(request, for: 9_000))
        try stage.wait(8_999)
        #expect(stage["a"] == 3)
        try stage.wait(1)
        #expect(stage["a"] == 1)
    }

    @Test func `all faults of a try are reported, and nothing is changed`() throws {
        var stage = try Stage(after: .declare("a", #"{"type": "integer", "maximum": 3}"#), .set("a", 1))
        let request = Self.request(["a": 9], flags: [("none", .value(true))])
        #expect(stage.refusal(of: .beginTry(request, for: 500)) == "a must be at most 3, got 9; and 1 more")
        #expect(stage.state.revision == 2)
    }

    @Test func `a member of a world cannot try`() throws {
        var stage = try Stage(after: .createWorld("w"))
        let refusal = stage.refusal(of: .beginTry(Self.request(["a": 2]), for: 500), by: .member(of: "w"))
        #expect(refusal?.hasPrefix("a try changes what every program sees") == true)
    }

    @Test(arguments: [false, true])
    func `a tried layer is active for the time of the try`(existed: Bool) throws {
        var stage = try Stage(after: .putLayer(Self.layer("base", 1)), .activate(["base"]))
        if existed { try stage.perform(.putLayer(Self.layer("night", 0, version: "1"))) }
        try stage.perform(.beginTry(Self.request(layer: Self.layer("night", 2, version: "2")), for: 500))
        #expect(stage.state.activeNames == ["night", "base"])
        #expect(stage["l"] == 2)
        try stage.wait(500)
        #expect(stage.state.activeNames == ["base"])
        #expect(stage["l"] == 1)
        #expect(stage.state.allLayers.map(\.version) == (existed ? [nil, "1"] : [nil]))
        #expect(stage.state.allTries.isEmpty)
    }

    @Test func `a put of a tried layer stays, but the layer is inactive again`() throws {
        var stage = try Stage(after: .putLayer(Self.layer("night", 0)))
        try stage.perform(.beginTry(Self.request(layer: Self.layer("night", 2)), for: 500))
        try stage.perform(.putLayer(Self.layer("night", 7)), by: .demo)
        #expect(stage.state.allTries.isEmpty)
        #expect(stage.state.activeNames == [])
        #expect(stage["l"] == nil)
    }

    @Test func `an active layer stays active after a try of it`() throws {
        var stage = try Stage(after: .putLayer(Self.layer("base", 1)), .activate(["base"]))
        try stage.perform(.beginTry(Self.request(layer: Self.layer("base", 2)), for: 500))
        let id = stage.state.revision
        #expect(stage["l"] == 2)
        try stage.perform(.cancelTry(id, because: nil))
        #expect(stage["l"] == 1)
        #expect(stage.state.activeNames == ["base"])
    }

    @Test func `the ends of a try move with the clock`() throws {
        var stage = try Self.trying()
        stage.moveDeadlines(byMilliseconds: 3_600_000)
        let pending = try #require(stage.state.allTries.first)
        #expect(pending.end == stage.now.advanced(byMilliseconds: 3_610_000))
        try stage.wait(10_000)
        #expect(stage["a"] == 2)
        #expect(stage.state.allTries.count == 1)
        try stage.wait(3_600_000)
        #expect(stage["a"] == 1)
        #expect(stage.state.allTries.isEmpty)
    }
}
