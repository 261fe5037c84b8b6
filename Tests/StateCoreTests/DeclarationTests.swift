import JSONCore
import StateCore
import Testing
import TunableEngine

@Suite struct DeclarationTests {
    private static let spec = #"{"type": "number", "default": 1, "maximum": 9}"#
    private static let other = #"{"type": "number", "default": 2, "maximum": 5}"#

    @Test func `a declared key has its default`() throws {
        var stage = Stage()
        let outcome = try stage.perform(.declare("a", Self.spec))
        #expect(outcome.changes == [Change(key: "a", value: 1, old: nil, origin: .default)])
        #expect(stage.tunable("a")?.revision == 1)
    }

    @Test func `an equal declaration changes nothing, whoever makes it`() throws {
        var stage = try Stage(after: .declare("a", Self.spec))
        let same = #"{"maximum": 9, "default": 1, "type": "number"}"#
        #expect(try !stage.perform(.declare("a", same), by: .demo).hasChanged)
        #expect(stage.tunable("a")?.declaration?.actor == .vim)
    }

    @Test func `a different declaration needs replace or the same named user and client`() throws {
        let again = Author(actor: Actor(client: "vim", pid: 99, uid: 1), isNamed: true)
        let unnamed = Author(actor: .vim)
        let stranger = Author(actor: Actor(client: "vim", pid: 7, uid: 2), isNamed: true)
        for (author, isRefused) in [(again, false), (.vim, false), (unnamed, true), (.demo, true), (stranger, true)] {
            var stage = try Stage(after: .declare("a", Self.spec))
            let faults = stage.faults(of: .declare("a", Self.other), by: author)
            #expect(faults == (isRefused ? ["declaredDifferently a vim"] : []))
            #expect(stage["a"] == (isRefused ? 1 : 2))
        }
        var stage = try Stage(after: .declare("a", Self.spec))
        try stage.perform(.declare("a", Self.other, replace: true), by: .demo)
        #expect(stage.tunable("a")?.declaration?.actor == .demo)
    }

    @Test(arguments: [
        (#"{"type": "number", "default": 1.0, "maximum": 9.0, "step": 1}"#, "its step is absent, not 1"),
        (#"{"type": "number", "default": 1.0, "maximum": 8}"#, "its maximum is 9, not 8"),
        (#"{"default": 1.0, "type": "number"}"#, "its maximum is 9, not absent"),
    ])
    func `the refusal names a member that differs, not another spelling of a number`(
        spec: String,
        difference: String
    ) throws {
        var stage = try Stage(after: .declare("a", Self.spec))
        let refusal = #expect(throws: StateRefusal.self) { try stage.perform(.declare("a", spec), by: .demo) }
        #expect(refusal?.description == "a is declared differently by vim: \(difference)")
    }

    @Test func `several keys are declared all or none`() throws {
        var stage = try Stage(after: .declare("a", Self.spec))
        let both = Mutation.declare(
            [.init("b", Spec(literal: Self.spec)), .init("a", Spec(literal: Self.other))],
            replace: false
        )
        #expect(stage.faults(of: both, by: .demo) == ["declaredDifferently a vim"])
        #expect(stage.tunable("b") == nil)
    }

    @Test func `a stored value that a declaration makes invalid is kept and returns when valid`() throws {
        var stage = try Stage(after: .set("a", 7), .declare("a", Self.spec))
        #expect(stage["a"] == 7)
        try stage.perform(.declare("a", Self.other))
        #expect(stage["a"] == 2)
        #expect(stage.origin(of: "a") == .default)
        #expect(stage.tunable("a")?.local?.value == 7)
        try stage.perform(.declare("a", Self.spec))
        #expect(stage["a"] == 7)
    }

    @Test func `forget resets a key and removes its declaration`() throws {
        var stage = try Stage(after: .declare("a", Self.spec), .set("a", 5), .set("free", 1))
        #expect(try stage.perform(.forget("a")).changes == [Change(key: "a", value: nil, old: 5, origin: .none)])
        #expect(stage.tunable("a") == nil)
        try stage.perform(.forget("free"))
        #expect(stage.tunable("free") == nil)
        #expect(stage.faults(of: .forget("a")) == ["unknownKey a"])
    }

    @Test func `a forgotten key takes the value of a layer`() throws {
        var stage = try Stage(
            after: .put("business", ["a": 50]),
            .activate(["business"]),
            .declare("a", Self.spec),
            .set("a", 5)
        )
        let outcome = try stage.perform(.forget("a"))
        #expect(outcome.changes == [Change(key: "a", value: 50, old: 5, origin: .layer("business"))])
    }

    @Test func `a change has the final origin, not an intermediate one`() throws {
        var stage = try Stage(
            after: .set("a", 50),
            .put("business", ["a": 50]),
            .activate(["business"]),
            .declare("a", Self.spec)
        )
        #expect(stage["a"] == 1)
        let outcome = try stage.perform(.forget("a"))
        #expect(outcome.changes == [Change(key: "a", value: 50, old: 1, origin: .layer("business"))])
    }
}
