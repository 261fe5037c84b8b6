import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct UndoTests {
    private static let spec = #"{"type": "number", "default": 0}"#
    private static let undo = Mutation.undo(everyone: false)
    private static let undoSkipping = Mutation.undo(everyone: false, skips: true)
    private static let redo = Mutation.redo(everyone: false)

    /// An undo restores the values from before the mutation, and a redo those from after it.
    @Test(arguments: [
        Mutation.set("a", 2), .update(["a": 2, "c": 2]), .setAll(["a": 2]), .reset("a"), .resetAll(nil),
        .toggle("flag"),
        .step("a", by: 3), .mergeWorld("w"),
        .import(values: [.init("a", 3)], specs: [.init("d", Spec(literal: spec))], WriteOptions()),
    ])
    func `undo and redo revert and repeat every change of values`(mutation: Mutation) throws {
        var stage = try Stage(after: .update(["a": 1, "b": 1, "flag": true]), .createWorld("w"))
        try stage.perform(.set("a", 9), by: .member(of: "w"))
        try stage.wait(5_000)
        let keys: [Key] = ["a", "b", "c", "flag"]
        let before = keys.map { stage[$0] }
        let revision = try #require(try stage.perform(mutation).commit?.revision)
        let after = keys.map { stage[$0] }
        let undone = try stage.perform(Self.undo)
        #expect(undone.undone == [revision])
        #expect(undone.commit?.revision == revision + 1)
        #expect(keys.map { stage[$0] } == before)
        #expect(try stage.perform(Self.redo).undone == [revision])
        #expect(keys.map { stage[$0] } == after)
        #expect(stage.faults(of: Self.redo) == ["nothingToRedo"])
    }

    @Test(arguments: [
        Mutation.declare("b", spec), .forget("a"), .put("x", ["b": 1]), .activate([]), .addKillSwitch("*"),
        .removeKillSwitch(nil),
        .removeLayer("old"),
    ])
    func `declarations, layers and kill switches cannot be undone`(mutation: Mutation) throws {
        var stage = try Stage(
            after: .put("old", [:]),
            .activate(["old"]),
            .declare("a", Self.spec),
            .addKillSwitch("x")
        )
        let revision = try #require(try stage.perform(mutation).commit?.revision)
        #expect(stage.faults(of: Self.undo) == ["notUndoable \(revision) false "])
        #expect(stage.faults(of: Self.undoSkipping) == ["notUndoable \(revision) false "])
    }

    @Test func `undo goes past a change that cannot be undone only with skip`() throws {
        var stage = try Stage(after: .set("a", 1), .declare("b", Self.spec), .set("c", 1), .forget("c"))
        #expect(stage.faults(of: Self.undo) == ["notUndoable 4 true "])
        #expect(stage.faults(of: Self.undo, by: .demo) == ["nothingToUndo"])
        #expect(try stage.perform(Self.undoSkipping).undone == [3])
        #expect(try stage.perform(Self.undoSkipping).undone == [1])
        #expect(stage["a"] == nil)
        #expect(stage.faults(of: Self.undoSkipping) == ["notUndoable 4 false "])
    }

    @Test func `undo for everyone ignores the declarations of others, but not their other changes`() throws {
        let everyone = Mutation.undo(everyone: true)
        var stage = try Stage(after: .set("a", 1), .set("b", 1))
        try stage.perform(.declare("c", Self.spec), by: .demo)
        #expect(stage.faults(of: everyone, by: .demo) == ["notUndoable 3 true "])
        #expect(try stage.perform(everyone).undone == [2])
        try stage.perform(.addKillSwitch("x"), by: .demo)
        #expect(stage.faults(of: everyone) == ["notUndoable 5 true "])
    }

    @Test func `a change that cannot be undone ends an undo step`() throws {
        var stage = try Stage(after: .set("a", 1), .addKillSwitch("x"), .set("a", 2))
        #expect(try stage.perform(Self.undo).undone == [3])
        #expect(stage["a"] == 1)
    }

    @Test func `undo stores a value again that was invalid before`() throws {
        let positive = #"{"type": "number", "default": 3, "minimum": 1}"#
        var stage = try Stage(after: .set("a", 0), .declare("a", positive), .step("a", by: 1))
        #expect(stage["a"] == 4)
        try stage.perform(Self.undo)
        #expect(stage["a"] == 3)
        #expect(stage.state.tunable("a")?.local?.value == 0)
        try stage.perform(Self.redo)
        try stage.perform(.declare("a", #"{"type": "number", "default": 3, "minimum": 2}"#, replace: true), by: .demo)
        try stage.perform(Self.undo)
        #expect(stage.state.tunable("a")?.local?.value == 0)
    }

    @Test func `undo goes back step by step, and redo forward until the next change`() throws {
        var stage = Stage()
        for value in 1...3 as ClosedRange<Int64> {
            try stage.perform(.set("a", .integer(value)))
            try stage.wait(2_000)
        }
        try stage.perform(Self.undo)
        #expect(stage["a"] == 2)
        try stage.perform(Self.undo)
        #expect(stage["a"] == 1)
        try stage.perform(Self.redo)
        #expect(stage["a"] == 2)
        try stage.perform(Self.redo)
        #expect(stage["a"] == 3)
        try stage.perform(Self.undo)
        try stage.perform(.set("b", 1))
        #expect(stage.faults(of: Self.redo) == ["nothingToRedo"])
        try stage.perform(Self.undo)
        #expect(stage["b"] == nil)
        try stage.perform(Self.undo)
        try stage.perform(Self.undo)
        #expect(stage["a"] == nil)
        #expect(stage.faults(of: Self.undo) == ["nothingToUndo"])
    }

    @Test(arguments: [(999 as Int64, 0 as JSON), (1_000, 2)])
    func `changes less than a second apart form one undo step`(pause: Int64, undone: JSON) throws {
        var stage = try Stage(after: .set("a", 0))
        try stage.wait(60_000)
        for value in 1...3 as ClosedRange<Int64> {
            try stage.wait(pause)
            try stage.perform(.set("a", .integer(value)))
        }
        let outcome = try stage.perform(Self.undo)
        #expect(stage["a"] == undone)
        #expect(outcome.undone == (undone == 0 ? [4, 3, 2] : [4]))
        try stage.perform(Self.redo)
        #expect(stage["a"] == 3)
    }

    @Test func `another key, another process or an undo ends an undo step`() throws {
        let sibling = Author(actor: Actor(client: "vim", pid: 8, uid: 1))
        let breaks: [(Mutation, Author)] = [(.set("b", 1), .vim), (.set("a", 5), sibling), (Self.undo, .vim)]
        for (mutation, author) in breaks {
            var stage = try Stage(after: .set("a", 0))
            try stage.wait(60_000)
            try stage.perform(.set("a", 1))
            try stage.wait(10)
            try stage.perform(mutation, by: author)
            let between = stage["a"]
            try stage.perform(.set("a", 2))
            try stage.perform(Self.undo)
            #expect(stage["a"] == between, "\(mutation)")
        }
    }

    @Test func `undo affects changes of the same user and client name, or of everyone`() throws {
        var stage = try Stage(after: .set("a", 1))
        try stage.perform(.set("b", 1), by: .demo)
        try stage.perform(.set("c", 1), by: Author(actor: Actor(client: "vim", pid: 99, uid: 1)))
        try stage.perform(.set("d", 1), by: Author(actor: Actor(client: "vim", pid: 7, uid: 2)))
        try stage.perform(Self.undo)
        #expect([stage["a"], stage["b"], stage["c"], stage["d"]] == [1, 1, nil, 1])
        try stage.perform(.undo(everyone: true))
        try stage.perform(.undo(everyone: true))
        #expect([stage["a"], stage["b"], stage["c"], stage["d"]] == [1, nil, nil, nil])
    }

    @Test func `undo conflicts with a newer change by another client, even to an equal value`() throws {
        var stage = try Stage(after: .set("a", 0))
        try stage.wait(2_000)
        try stage.perform(.update(["a": 1, "b": 1]))
        try stage.perform(.update(["a": 2, "b": 2]), by: .demo)
        #expect(stage.faults(of: Self.undo) == ["changedByOther a demo 3", "changedByOther b demo 3"])
        try stage.perform(.update(["a": 1, "b": 1]), by: .demo)
        #expect(stage.faults(of: Self.undo) == ["changedByOther a demo 4", "changedByOther b demo 4"])
        try stage.perform(Self.undo, by: .demo)
        try stage.perform(Self.undo, by: .demo)
        try stage.perform(Self.undo)
        #expect(stage["a"] == 0)
    }

    @Test func `redo conflicts with a change by another client after the undo`() throws {
        var stage = try Stage(after: .set("a", 1))
        try stage.perform(Self.undo)
        try stage.perform(.set("a", 2), by: .demo)
        #expect(stage.faults(of: Self.redo) == ["changedByOther a demo 3"])
        try stage.perform(Self.undo, by: .demo)
        try stage.perform(Self.redo)
        #expect(stage["a"] == 1)
    }

    @Test func `undo refuses to restore a value that is now invalid`() throws {
        var stage = try Stage(after: .set("a", 50), .set("b", 1))
        try stage.wait(2_000)
        try stage.perform(.set("a", 1))
        try stage.perform(.declare("a", #"{"type": "number", "maximum": 9}"#), by: .demo)
        #expect(stage.faults(of: Self.undo) == ["notUndoable 3 true outOfRange a"])
        #expect(stage["a"] == 1)
        #expect(try stage.perform(Self.undoSkipping).undone == [2])
        stage = try Stage(after: .set("b", 1))
        try stage.wait(2_000)
        try stage.perform(.reset("b"))
        try stage.perform(.put("x", ["b": "word"]), by: .demo)
        #expect(stage.faults(of: Self.undo) == ["notUndoable 2 true typeMismatch b"])
    }

    @Test func `an undo returns its changes and is a commit in the history`() throws {
        var stage = try Stage(after: .set("a", 1))
        let outcome = try stage.perform(Self.undo)
        #expect(outcome.changes == [Change(key: "a", value: nil, old: 1, origin: .none)])
        #expect(outcome.commit?.operation.name == "tunables.undo")
        #expect(stage.state.history.undoing(1) == 2)
        #expect(stage.state.history.undone(by: 2) == [1])
        #expect(stage.state.history.newestFirst.map(\.revision) == [2, 1])
    }

    @Test func `undo ignores commits that the history has dropped`() throws {
        var rules = StateRules()
        rules.history.commits = 2
        var stage = Stage(rules)
        for key in ["a", "b", "c"] as [Key] {
            try stage.perform(.set(key, 1))
        }
        try stage.perform(Self.undo)
        #expect(stage.faults(of: Self.undo) == ["nothingToUndo"])
        #expect(stage["b"] == 1)
    }
}
