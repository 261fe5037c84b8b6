import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct WriteTests {
    private static let spec = #"{"type": "number", "default": 12, "minimum": 0, "maximum": 40, "step": 4}"#

    private static func options(_ change: (inout WriteOptions) -> Void) -> WriteOptions {
        var options = WriteOptions()
        change(&options)
        return options
    }

    @Test func `setting the stored value again makes no commit`() throws {
        var stage = try Stage(after: .set("a", 1))
        let outcome = try stage.perform(.set("a", 1))
        #expect(!outcome.hasChanged)
        #expect(outcome.commit == nil)
        #expect(outcome.value == 1)
        #expect(outcome.keyRevision == 1)
        #expect(stage.state.revision == 1)
    }

    @Test func `an integer and a double of equal value are different values`() throws {
        var stage = try Stage(after: .set("a", 1))
        #expect(try stage.perform(.set("a", 1.0)).changes == [Change(key: "a", value: 1.0, old: 1, origin: .local)])
    }

    @Test func `set stores a value that equals the default`() throws {
        var stage = try Stage(after: .declare("a", Self.spec))
        let outcome = try stage.perform(.set("a", 12))
        #expect(outcome.hasChanged)
        #expect(outcome.changes.isEmpty)
        #expect(stage.origin(of: "a") == .local)
        #expect(stage.tunable("a")?.revision == 1, "its value has not changed")
    }

    @Test(arguments: [
        (99 as JSON, 40 as JSON), (-1, 0), (13, 12), (14, 16), (8, 8),
    ])
    func `clamping stores the nearest legal value`(given: JSON, stored: JSON) throws {
        var stage = try Stage(after: .declare("a", Self.spec))
        #expect(try stage.perform(.set("a", given, Self.options { $0.clamps = true })).value == stored)
    }

    @Test func `ifRevision conflicts with a later change, and with an existing key when 0`() throws {
        var stage = try Stage(after: .set("a", 1), .set("b", 1), .set("a", 2))
        let since: (Int64) -> WriteOptions = { revision in Self.options { $0.ifRevision = revision } }
        #expect(stage.faults(of: .set("a", 3, since(2))) == ["changed a 2 3"])
        #expect(stage.faults(of: .update([.init("a", 3), .init("b", 3)], since(2))) == ["changed a 2 3"])
        #expect(stage.faults(of: .set("b", 3, since(2))).isEmpty)
        #expect(stage.faults(of: .set("a", 3, since(0))) == ["exists a 3"])
        #expect(stage.faults(of: .set("c", 3, since(0))).isEmpty)
        #expect(stage.faults(of: .reset("a", ifRevision: 2)) == ["changed a 2 3"])
        #expect(stage.faults(of: .reset("a", ifRevision: 3)).isEmpty)
        #expect(stage.faults(of: .set("a", 3, since(4))) == ["changed a 4 6"], "it is gone since")
        #expect(stage.faults(of: .set("a", 3, since(6))).isEmpty)
    }

    @Test func `setAll checks ifRevision also for values that equal the default`() throws {
        var stage = try Stage(after: .declare("a", Self.spec), .set("a", 20))
        let push = Mutation.setAll([.init("a", 12)], Self.options { $0.ifRevision = 1 })
        #expect(stage.faults(of: push) == ["changed a 1 2"])
    }

    @Test func `setAll with ifRevision does not reset a key that has changed later`() throws {
        var stage = try Stage(after: .set("a", 1), .set("b", 1), .set("other", 1), .set("b", 2))
        func push(_ revision: Int64, _ entries: [Mutation.Entry] = [.init("a", 2)]) -> Mutation {
            .setAll(entries, Self.options { $0.ifRevision = revision }, resetting: KeyPatterns(literal: ["a", "b"]))
        }
        #expect(stage.faults(of: push(3)) == ["changed b 3 4"])
        #expect(stage.faults(of: push(2)) == ["changed b 2 4"])
        #expect(stage.faults(of: push(0, [])) == ["exists a 1", "exists b 4"])
        try stage.perform(.set("a", 5))
        #expect(stage.faults(of: push(3)) == ["changed a 3 5", "changed b 3 4"])
        #expect(stage.faults(of: push(5)).isEmpty)
        #expect(stage["b"] == nil && stage["other"] == 1)
    }

    @Test func `an import does not conflict with its own declarations`() throws {
        var stage = try Stage(after: .set("a", 4))
        let spec = Mutation.KeyedSpec("a", Spec(literal: #"{"type": "number", "maximum": 3, "default": 1}"#))
        let push = Mutation.import(values: [.init("a", 2)], specs: [spec], Self.options { $0.ifRevision = 1 })
        #expect(stage.faults(of: push).isEmpty)
        #expect(stage["a"] == 2)
    }

    @Test func `a write without create refuses an unknown key`() throws {
        var stage = try Stage(after: .set("a", 1))
        let known = Self.options { $0.creates = false }
        #expect(stage.faults(of: .set("b", 1, known)) == ["unknownKey b"])
        #expect(stage.faults(of: .set("a", 2, known)).isEmpty)
    }

    @Test func `strict rules refuse undeclared keys in values, layers and worlds`() throws {
        var rules = StateRules()
        rules.isStrict = true
        var stage = Stage(rules)
        try stage.perform(.declare("a", Self.spec))
        #expect(stage.faults(of: .set("a", 4)).isEmpty)
        #expect(stage.faults(of: .set("b", 4)) == ["undeclared b"])
        #expect(stage.faults(of: .put("x", ["a": 4, "b": 4])) == ["undeclared b"])
        try stage.perform(.createWorld("w"))
        #expect(stage.faults(of: .set("b", 4), by: .member(of: "w")) == ["undeclared b"])
    }

    @Test func `strict rules suggest a declared key, not the refused key itself`() throws {
        var rules = StateRules()
        rules.isStrict = true
        var state = State(epoch: "e", rules: rules)
        let time = Moment(milliseconds: 1)
        // The journal may have a value from before the daemon was started with strict rules.
        state.apply([.local("size2", LocalValue(4))], revision: 1, time: time, actor: .vim, operation: .mutation(.set))
        _ = try state.perform(.declare("size1", Self.spec), by: .vim, at: time)
        do throws(StateRefusal) {
            _ = try state.perform(.set("size2", 5), by: .vim, at: time)
            Issue.record("a key that is not declared was set")
        } catch {
            guard case .undeclared("size2", let nearest, isFlag: false) = error else { throw error }
            #expect(nearest == "size1")
        }
    }

    @Test func `a free key keeps its first type until no layer or local value remains`() throws {
        var stage = try Stage(after: .set("a", 1))
        #expect(stage.faults(of: .set("a", 2.5)).isEmpty)
        #expect(stage.faults(of: .set("a", "x")) == ["typeMismatch a"])
        #expect(stage.faults(of: .put("x", ["a": true])) == ["typeMismatch a"])
        #expect(stage.faults(of: .set("b", nil)) == ["typeMismatch b"])
        try stage.perform(.put("x", ["a": 3]))
        try stage.perform(.reset("a"))
        #expect(stage.faults(of: .set("a", "x")) == ["typeMismatch a"])
        try stage.perform(.removeLayer("x"))
        #expect(stage.faults(of: .set("a", "x")).isEmpty)
    }

    @Test func `update and setAll apply all or nothing, and report every fault`() throws {
        for many in [Mutation.update(["a": 99, "b": "x", "c": 1]), .setAll(["a": 99, "b": "x", "c": 1])] {
            var stage = try Stage(after: .declare("a", Self.spec), .set("b", 1))
            #expect(stage.faults(of: many) == ["outOfRange a", "typeMismatch b"])
            #expect(stage["c"] == nil)
        }
    }

    @Test func `setAll replaces all local values except unnamed built-in keys`() throws {
        var stage = try Stage(
            after: .declare("a", Self.spec),
            .update(["a": 20, "b": 1, "stew.c": 1])
        )
        let outcome = try stage.perform(.setAll(["a": 12, "d": 2]))
        #expect(Set(outcome.changes.map(\.key)) == ["a", "b", "d"])
        #expect(stage.origin(of: "a") == .default, "a file pushed back pins nothing")
        #expect(stage["b"] == nil)
        #expect(stage["stew.c"] == 1)
    }

    @Test func `setAll stores a value that equals the default only with storesAll`() throws {
        for (storesAll, origin) in [(false, Origin.default), (true, .local)] {
            var stage = try Stage(after: .declare("a", Self.spec), .set("a", 20))
            try stage.perform(.setAll([.init("a", 12)], Self.options { $0.storesAll = storesAll }))
            #expect(stage["a"] == 12)
            #expect(stage.origin(of: "a") == origin)
        }
    }

    @Test func `setAll with patterns resets only matching keys`() throws {
        var stage = try Stage(after: .update(["game.a": 1, "game.b": 1, "ui.a": 1]))
        let patterns = KeyPatterns(literal: "game.*")
        try stage.perform(.setAll([.init("game.a", 2)], WriteOptions(), resetting: patterns))
        #expect([stage["game.a"], stage["game.b"], stage["ui.a"]] == [2, nil, 1])
    }

    @Test func `an import declares first, and keeps values that it does not name`() throws {
        var stage = try Stage(after: .set("b", 1))
        let spec = Mutation.KeyedSpec("a", Spec(literal: Self.spec))
        let outcome = try stage.perform(
            .import(values: [.init("a", 12), .init("c", 3)], specs: [spec], WriteOptions())
        )
        #expect(outcome.commit?.revision == 2)
        #expect(stage.origin(of: "a") == .default)
        #expect(stage["b"] == 1)
        #expect(stage["c"] == 3)
        #expect(stage.faults(of: .import(values: [.init("a", 99)], specs: [], WriteOptions())) == ["outOfRange a"])
    }

    @Test func `an import that does not change a value keeps the key's revision`() throws {
        var stage = try Stage(
            after: .declare("a", #"{"type": "array", "merge": "union"}"#),
            .put("business", ["a": ["x"]]),
            .activate(["business"]),
            .set("a", ["y"])
        )
        let revision = stage.tunable("a")?.revision
        let spec = Mutation.KeyedSpec("a", Spec(literal: #"{"type": "array"}"#))
        let outcome = try stage.perform(.import(values: [.init("a", ["y", "x"])], specs: [spec], WriteOptions()))
        #expect(outcome.changes.isEmpty)
        #expect(outcome.commit?.revision == stage.state.revision)
        #expect(stage.tunable("a")?.revision == revision)
    }

    @Test func `toggle inverts a boolean and cycles through an enum`() throws {
        var stage = try Stage(
            after: .declare("flag", #"{"type": "boolean", "default": false}"#),
            .declare("word", #"{"type": "string", "enum": ["x", "y"], "default": "x"}"#),
            .set("free", true),
            .set("number", 1),
            .declare("bare", #"{"type": "boolean"}"#)
        )
        #expect(try stage.perform(.toggle("flag")).value == true)
        #expect(try stage.perform(.toggle("word")).value == "y")
        #expect(try stage.perform(.toggle("word")).value == "x")
        #expect(try stage.perform(.toggle("free")).value == false)
        #expect(stage.faults(of: .toggle("number")) == ["typeMismatch number"])
        #expect(stage.faults(of: .toggle("bare")) == ["noValue bare"])
        #expect(stage.faults(of: .toggle("nothing")) == ["unknownKey nothing"])
    }

    @Test(arguments: [(1 as Int64, 16 as JSON), (-2, 4), (100, 40), (.min, 0)])
    func `step changes a value by steps within its range`(count: Int64, value: JSON) throws {
        var stage = try Stage(after: .declare("a", Self.spec))
        #expect(try stage.perform(.step("a", by: count)).value == value)
    }

    @Test func `a write to a read-only key is refused or skipped`() throws {
        var stage = try Stage(
            after: .set("a", 1),
            .declare("a", #"{"type": "number", "default": 3, "readOnly": true}"#)
        )
        for mutation in [Mutation.set("a", 1), .reset("a"), .step("a", by: 1)] {
            #expect(stage.faults(of: mutation) == ["readOnly a "])
        }
        for mutation in [Mutation.resetAll(nil), .setAll(["a": 2]), .setAll(["a": 3])] {
            let skipped = try stage.perform(mutation).skipped
            #expect(skipped.map(\.key) == ["a"])
            #expect(skipped.map(\.layer) == [nil])
            #expect(stage["a"] == 1)
        }
        #expect(try stage.perform(.setAll(["a": 1])).skipped.isEmpty)
        #expect(stage.faults(of: .forget("a")).isEmpty)
    }

    @Test func `resetAll resets matching keys, and built-in keys only by their prefix`() throws {
        var stage = try Stage(after: .update(["a.x": 1, "a.y": 1, "b": 1, "stew.c": 1]))
        try stage.perform(.resetAll(KeyPatterns(literal: "a.*")))
        #expect([stage["a.x"], stage["b"]] == [nil, 1])
        try stage.perform(.resetAll(nil))
        #expect([stage["b"], stage["stew.c"]] == [nil, 1])
        try stage.perform(.resetAll(KeyPatterns(literal: "stew.*")))
        #expect(stage["stew.c"] == nil)
    }

    @Test(arguments: [
        Mutation.set("c", 1), .update(["c": 1]), .declare("c", #"{"type": "number"}"#), .activate(["on", "x"]),
        .put("on", ["c": 1, "a": 1]), .mergeWorld("w"), .redo(everyone: false), .setAll(["a": 1, "b": 1, "c": 1]),
    ])
    func `a mutation that would exceed the key limit is refused`(mutation: Mutation) throws {
        var rules = StateRules()
        rules.limits.keys = 2
        var stage = Stage(rules)
        try stage.perform(.createWorld("w"))
        try stage.perform(.set("c", 1), by: .member(of: "w"))
        try stage.perform(.put("x", ["c": 1]))
        try stage.perform(.put("on", ["a": 1]))
        try stage.perform(.activate(["on"]))
        try stage.perform(.set("d", 1))
        try stage.perform(.undo(everyone: false))
        try stage.perform(.declare("b", #"{"type": "number"}"#))
        #expect(stage.faults(of: mutation) == ["tooMany keys 2"])
        #expect(stage.faults(of: .update(["a": 2, "b": 2])).isEmpty)
    }

    @Test func `the number of a world's own keys is limited`() throws {
        var rules = StateRules()
        rules.limits.keys = 2
        var stage = Stage(rules)
        try stage.perform(.createWorld("w"))
        try stage.perform(.update(["a": 1, "b": 1]), by: .member(of: "w"))
        #expect(stage.faults(of: .set("c", 1), by: .member(of: "w")) == ["tooMany keys 2"])
        #expect(stage.faults(of: .set("b", 2), by: .member(of: "w")).isEmpty)
    }

    @Test func `a state over a lowered key limit may shrink`() throws {
        var rules = StateRules()
        rules.limits.keys = 2
        var state = State(epoch: "e", rules: rules)
        let edits = (["a", "b", "c", "d"] as [Key]).map { Edit.local($0, LocalValue(1)) }
        state.apply(edits, revision: 1, time: .zero, actor: .vim, operation: .mutation(.update))
        let smaller = Mutation.setAll(["a": 1, "b": 1, "e": 1])
        #expect(try state.perform(smaller, by: .vim, at: .zero).hasChanged)
        #expect(state.tunableCount == 3)
        #expect(throws: StateRefusal.self) { try state.perform(.set("f", 1), by: .vim, at: .zero) }
    }

    @Test func `setAll may replace keys at the key limit`() throws {
        var rules = StateRules()
        rules.limits.keys = 2
        var stage = Stage(rules)
        try stage.perform(.update(["a": 1, "b": 1]))
        #expect(stage.faults(of: .setAll(["c": 1, "d": 1])).isEmpty)
        #expect(stage.state.tunableCount == 2)
    }

    @Test(
        arguments: [
            ("a", 5), ("new", 5), ("declared", 8), ("declared", 12), ("stew.v1.base", 40),
            ("stew.mine", 1),
        ] as [(Key, JSON)]
    )
    func `a plain write and the replay of its edit give equal states`(key: Key, value: JSON) throws {
        let stage = try Stage(after: .set("a", 1), .declare("declared", Self.spec))
        var written = stage.state
        var replayed = stage.state
        let made = written.set(key, to: value, by: .vim, at: .zero).commit
        let commit = try #require(made)
        let again = replayed.apply(
            commit.edits,
            revision: commit.revision,
            time: commit.time,
            actor: commit.actor,
            operation: commit.operation
        ).commit
        #expect(again.changes == commit.changes)
        #expect(again.before == commit.before)
        #expect(StatePicture(replayed) == StatePicture(written))
    }
}
