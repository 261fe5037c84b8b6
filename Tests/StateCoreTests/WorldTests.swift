import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct WorldTests {
    @Test func `a value set in a world is visible to members only and makes no commit`() throws {
        var stage = try Stage(after: .set("a", 1), .createWorld("w"), .createWorld("v"))
        let revision = stage.state.revision
        let outcome = try stage.perform(.set("a", 2), by: .member(of: "w"))
        #expect(outcome.hasChanged)
        #expect(outcome.commit == nil)
        #expect(outcome.old == 1)
        #expect(outcome.changes == [Change(key: "a", value: 2, old: 1, origin: .world)])
        #expect(stage["a", in: "w"] == 2)
        #expect(stage["a", in: "v"] == 1)
        #expect(stage["a"] == 1)
        #expect(stage.state.revision == revision)
    }

    @Test func `set, update, toggle, step, reset and resetAll act on the author's world`() throws {
        let member = Author.member(of: "w")
        var stage = try Stage(after: .set("a", 1), .set("flag", true), .createWorld("w"))
        try stage.perform(.update(["a": 5, "b": 6]), by: member)
        try stage.perform(.toggle("flag"), by: member)
        try stage.perform(.step("a", by: 2), by: member)
        #expect(stage["a", in: "w"] == 7)
        #expect(stage["b", in: "w"] == 6)
        #expect(stage["flag", in: "w"] == false)
        try stage.perform(.reset("a"), by: member)
        #expect(stage["a", in: "w"] == 1)
        try stage.perform(.resetAll(nil), by: member)
        #expect(stage["b", in: "w"] == nil)
        #expect(stage["flag", in: "w"] == true)
        #expect(stage["a"] == 1)
        #expect(stage.tunable("b") == nil)
    }

    @Test func `declare, setAll, import and undo by a member act on the shared values`() throws {
        let member = Author.member(of: "w")
        var stage = try Stage(after: .createWorld("w"))
        try stage.perform(.set("a", 9), by: member)
        try stage.perform(.setAll(["a": 1]), by: member)
        #expect(stage["a"] == 1)
        try stage.perform(.import(values: [.init("b", 2)], specs: [], WriteOptions()), by: member)
        #expect(stage["b"] == 2)
        try stage.perform(.undo(everyone: false), by: member)
        #expect(stage["b"] == nil)
        try stage.perform(.declare("c", #"{"type": "number", "default": 3}"#), by: member)
        #expect(stage["c"] == 3)
        #expect(stage["a", in: "w"] == 9)
    }

    @Test func `members see shared values that their world does not replace`() throws {
        var stage = try Stage(after: .createWorld("w"), .set("a", 1))
        #expect(stage["a", in: "w"] == 1)
        try stage.perform(.declare("a", #"{"type": "number", "maximum": 5}"#))
        try stage.perform(.set("a", 4), by: .member(of: "w"))
        try stage.perform(.set("a", 2))
        #expect(stage["a", in: "w"] == 4)
        try stage.perform(.declare("a", #"{"type": "number", "maximum": 3}"#, replace: true))
        #expect(stage["a", in: "w"] == 2, "the world's own value is not legal any more")
    }

    @Test(arguments: [
        Mutation.set("a", 1), .update(["a": 1]), .reset("a"), .resetAll(nil), .setAll([:]), .forget("a"),
        .undo(everyone: false), .activate([]), .put("x", [:]), .addKillSwitch("*"),
        .declare("b", #"{"type": "number"}"#),
    ])
    func `a mutation by a member of an ended world is refused and changes nothing shared`(mutation: Mutation) throws {
        var stage = try Stage(after: .set("a", 7), .createWorld("w"))
        try stage.perform(.dropWorld("w"), by: .member(of: "w"))
        let revision = stage.state.revision
        #expect(stage.faults(of: mutation, by: .member(of: "w")) == ["unknownWorld w"])
        #expect(stage.state.revision == revision)
    }

    @Test func `an ended world can be created again under its name, empty`() throws {
        var stage = try Stage(after: .createWorld("w"))
        try stage.perform(.set("a", 1), by: .member(of: "w"))
        #expect(stage.faults(of: .createWorld("w")) == ["worldExists w"])
        try stage.perform(.dropWorld("w"))
        #expect(stage.faults(of: .dropWorld("w")) == ["unknownWorld w"])
        try stage.perform(.createWorld("w"), by: .member(of: "w"))
        #expect(stage["a", in: "w"] == nil)
    }

    @Test func `a world lists its differences, and a merge makes them local`() throws {
        var stage = try Stage(after: .set("a", 1), .set("b", 1), .createWorld("w"))
        try stage.perform(.update(["a": 2, "b": 1, "c": 3]), by: .member(of: "w"))
        let world = try stage.state.world("w")
        let differences = [
            Change(key: "a", value: 2, old: 1, origin: .world), Change(key: "c", value: 3, old: nil, origin: .world),
        ]
        #expect(stage.state.differences(of: world) == differences)
        #expect(stage.state.differences(of: world, atMost: 1) == Array(differences.prefix(1)))
        let outcome = try stage.perform(.mergeWorld("w"))
        #expect(outcome.commit?.operation.name == "worlds.merge")
        #expect(outcome.changes.map(\.key) == ["a", "c"])
        #expect(stage["c"] == 3)
        #expect(stage.state.differences(of: try stage.state.world("w")).isEmpty)
        try stage.perform(.undo(everyone: false))
        #expect(stage["a"] == 1)
        #expect(stage["c"] == nil)
    }

    @Test func `worlds and the shared state can give a free key different types`() throws {
        var stage = try Stage(after: .createWorld("w"), .createWorld("v"))
        try stage.perform(.set("a", 1), by: .member(of: "w"))
        #expect(stage.faults(of: .set("a", true), by: .member(of: "v")).isEmpty)
        #expect(stage.faults(of: .set("a", "x")).isEmpty)
        #expect(stage.faults(of: .set("a", "x"), by: .member(of: "w")) == ["typeMismatch a"])
        #expect(stage.faults(of: .mergeWorld("w")) == ["typeMismatch a"])
    }

    @Test func `a temporary override in a world ends without a commit`() throws {
        var stage = try Stage(after: .set("a", 1), .createWorld("w"))
        try stage.perform(.set("a", 2), by: .member(of: "w"))
        try stage.perform(.set("a", 3, for: 500), by: .member(of: "w"))
        #expect(stage.state.nextDeadline == stage.now.advanced(byMilliseconds: 500))
        let revision = stage.state.revision
        try stage.wait(500)
        #expect(stage["a", in: "w"] == 2)
        #expect(stage.state.revision == revision)
        #expect(stage.state.nextDeadline == nil)
    }

    @Test func `a merged override ends on time and restores the shared value`() throws {
        let member = Author.member(of: "w")
        var stage = try Stage(after: .set("a", 1), .createWorld("w"))
        try stage.perform(.set("a", 3, for: 500), by: member)
        try stage.perform(.set("b", 4, for: 400), by: member)
        let end = stage.now.advanced(byMilliseconds: 400)
        try stage.perform(.mergeWorld("w"))
        #expect([stage["a"], stage["b"]] == [3, 4])
        #expect(stage.state.nextDeadline == end)
        try stage.wait(499)
        #expect([stage["a"], stage["b"]] == [3, nil])
        try stage.wait(1)
        #expect(stage["a"] == 1)
        #expect(stage.state.nextDeadline == nil)
    }

    @Test func `a merge has one change for each key`() throws {
        var stage = try Stage(after: .declare("x", #"{"type":"array","merge":"union","maxItems":3}"#))
        try stage.perform(.set("x", [1, 2]))
        try stage.perform(.put("on", ["x": [4, 5]]))
        try stage.perform(.activate(["on"]))
        try stage.perform(.createWorld("w"))
        try stage.perform(.set("x", [7]), by: .member(of: "w"))
        let outcome = try stage.perform(.mergeWorld("w"), by: .member(of: "w"))
        #expect(outcome.changes.map(\.key) == ["x"])
        #expect(outcome.changes.first?.value == stage["x"])
    }

    @Test func `a merge includes the world's value under an override`() throws {
        let member = Author.member(of: "w")
        var stage = try Stage(after: .set("a", 1), .createWorld("w"))
        try stage.perform(.set("a", 2), by: member)
        try stage.perform(.set("a", 3, for: 500), by: member)
        try stage.perform(.mergeWorld("w"))
        #expect(stage["a"] == 3)
        try stage.wait(500)
        #expect(stage["a"] == 2)
    }

    @Test func `a merge cancels a shared override without making it permanent`() throws {
        var stage = try Stage(after: .set("a", 1), .set("a", 9, for: 100), .createWorld("w"))
        try stage.perform(.set("a", 3, for: 500), by: .member(of: "w"))
        try stage.perform(.mergeWorld("w"))
        try stage.wait(100)
        #expect(stage["a"] == 3)
        try stage.wait(400)
        #expect(stage["a"] == 1)
    }

    @Test(
        arguments: [
            (["x", "y"], ["z", "x"], ["z", "x", "y"]), (["x", "y"], ["v", "w"], ["v", "w"]), (["x"], [], ["x"]),
        ] as [(JSON, JSON, JSON)]
    )
    func `a merge joins the elements of a union unless the result violates the spec`(
        local: JSON,
        own: JSON,
        merged: JSON
    ) throws {
        let spec = #"{"type": "array", "merge": "union", "maxItems": 3, "items": {"type": "string"}}"#
        var stage = try Stage(after: .declare("a", spec), .set("a", local), .createWorld("w"))
        try stage.perform(.set("a", own), by: .member(of: "w"))
        #expect(stage["a", in: "w"] == merged)
        try stage.perform(.mergeWorld("w"))
        #expect(stage.tunable("a")?.local == LocalValue(merged))
        #expect(stage["a"] == merged)
    }

    @Test func `a merge is refused when an override hides an invalid value of the world`() throws {
        let member = Author.member(of: "w")
        var stage = try Stage(after: .createWorld("w"))
        try stage.perform(.set("a", 2), by: member)
        try stage.perform(.set("a", 8, for: 500), by: member)
        try stage.perform(.declare("a", #"{"type":"integer","default":5,"minimum":4}"#))
        #expect(stage["a", in: "w"] == 8)
        #expect(stage.faults(of: .mergeWorld("w")) == ["outOfRange a"])
        #expect(stage["a"] == 5)
        try stage.perform(.set("a", 6), by: member)
        try stage.perform(.mergeWorld("w"))
        #expect(stage["a"] == 6)
    }

    @Test func `the number of worlds is limited`() throws {
        var rules = StateRules()
        rules.limits.worlds = 1
        var stage = Stage(rules)
        try stage.perform(.createWorld("w"))
        #expect(stage.faults(of: .createWorld("v")) == ["tooMany worlds 1"])
    }
}
