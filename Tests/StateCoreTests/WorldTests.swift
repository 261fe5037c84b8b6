import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct WorldTests {
    @Test func `what is set in a world only its members see, and it is no commit`() throws {
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

    @Test func `declare, forget, setAll, import, layers and undo act on what is shared`() throws {
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

    @Test func `members see through their world what is shared`() throws {
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
        .undo(everyone: false), .activate([]), .put("x", [:]), .limit("*"), .declare("b", #"{"type": "number"}"#),
    ])
    func `nothing that was meant for a world that has ended lands in what is shared`(mutation: Mutation) throws {
        var stage = try Stage(after: .set("a", 7), .createWorld("w"))
        try stage.perform(.dropWorld("w"), by: .member(of: "w"))
        let revision = stage.state.revision
        #expect(stage.faults(of: mutation, by: .member(of: "w")) == ["unknownWorld w"])
        #expect(stage.state.revision == revision)
    }

    @Test func `a world that has ended can be made again under its name, empty`() throws {
        var stage = try Stage(after: .createWorld("w"))
        try stage.perform(.set("a", 1), by: .member(of: "w"))
        #expect(stage.faults(of: .createWorld("w")) == ["worldExists w"])
        try stage.perform(.dropWorld("w"))
        #expect(stage.faults(of: .dropWorld("w")) == ["unknownWorld w"])
        try stage.perform(.createWorld("w"), by: .member(of: "w"))
        #expect(stage["a", in: "w"] == nil)
    }

    @Test func `what differs from what lies beneath is told, and merging makes it local`() throws {
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

    @Test func `two worlds and everybody else may give a free key kinds of their own`() throws {
        var stage = try Stage(after: .createWorld("w"), .createWorld("v"))
        try stage.perform(.set("a", 1), by: .member(of: "w"))
        #expect(stage.faults(of: .set("a", true), by: .member(of: "v")).isEmpty)
        #expect(stage.faults(of: .set("a", "x")).isEmpty)
        #expect(stage.faults(of: .set("a", "x"), by: .member(of: "w")) == ["typeMismatch a"])
        #expect(stage.faults(of: .mergeWorld("w")) == ["typeMismatch a"])
    }

    @Test func `overrides in a world end in it`() throws {
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

    @Test func `what was set for a while is merged for a while, and then what was stored comes back`() throws {
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

    @Test func `a merge has one change for each key, also where the world saw another value before`() throws {
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

    @Test func `what lay beneath an override in the world is merged too, and shows when it ends`() throws {
        let member = Author.member(of: "w")
        var stage = try Stage(after: .set("a", 1), .createWorld("w"))
        try stage.perform(.set("a", 2), by: member)
        try stage.perform(.set("a", 3, for: 500), by: member)
        try stage.perform(.mergeWorld("w"))
        #expect(stage["a"] == 3)
        try stage.wait(500)
        #expect(stage["a"] == 2)
    }

    @Test func `what was set here for a while is cancelled, and does not become permanent`() throws {
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
    func `of a union the elements of both are merged, unless the whole breaks the spec`(
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

    @Test func `a merge is refused because of a value that an override in the world hides`() throws {
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

    @Test func `there are only so many worlds`() throws {
        var rules = StateRules()
        rules.limits.worlds = 1
        var stage = Stage(rules)
        try stage.perform(.createWorld("w"))
        #expect(stage.faults(of: .createWorld("v")) == ["tooMany worlds 1"])
    }
}
