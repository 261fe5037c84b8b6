import JSONCore
import StateCore
import StewEngine
import Testing
import TunableEngine

@Suite struct BuiltInTunableTests {
    private static let base: Key = "stew.v1.base"

    @Test func `every stew constant is declared with its initial value as default`() throws {
        let stage = Stage()
        for constant in StewConstant.allCases {
            let properties = constant.properties
            let tunable = try #require(stage.tunable(Key("\(properties.key)")))
            let spec = try #require(tunable.declaration?.spec)
            #expect(tunable.resolution.value.flatMap(Self.number) == properties.initial)
            #expect(tunable.resolution.origin == .default)
            #expect(tunable.revision == 0)
            for end in [properties.range.lowerBound, properties.range.upperBound] {
                #expect(spec.fault(in: .double(end)) == nil)
            }
            for beyond in [properties.range.lowerBound - 0.01, properties.range.upperBound + 0.01] {
                #expect(spec.fault(in: .double(beyond)) != nil)
            }
        }
    }

    private static func number(_ value: JSON) -> Double? {
        switch value {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    @Test func `an undeclared key with a built-in prefix is free`() throws {
        var stage = Stage()
        #expect(stage.tunable("stew.e") == nil)
        try stage.perform(.set("stew.e", "x"))
        #expect(stage["stew.e"] == "x")
    }

    @Test func `a built-in tunable supports set, undo, redo, reset and step`() throws {
        var stage = Stage()
        let tuned = try stage.perform(.set(Self.base, 40))
        #expect(tuned.changes == [Change(key: Self.base, value: 40, old: 30, origin: .local)])
        #expect(try stage.perform(.set(Self.base, 50)).changes.first?.old == 40)
        #expect(stage.tunable(Self.base)?.revision == 2)
        try stage.perform(.undo(everyone: false))
        #expect(stage[Self.base] == 30)
        try stage.perform(.redo(everyone: false))
        #expect(stage[Self.base] == 50)
        let reset = try stage.perform(.reset(Self.base))
        #expect(reset.changes == [Change(key: Self.base, value: 30, old: 50, origin: .default)])
        try stage.perform(.step(Self.base, by: 2))
        #expect(stage[Self.base] == 32)
    }

    @Test func `a built-in tunable refuses a value out of range or of the wrong type`() throws {
        var stage = Stage()
        #expect(stage.faults(of: .set(Self.base, 0)) == ["outOfRange stew.v1.base"])
        #expect(stage.faults(of: .set(Self.base, "40")) == ["typeMismatch stew.v1.base"])
        #expect(stage.faults(of: .put("p", [Self.base: 9_999])) == ["outOfRange stew.v1.base"])
        #expect(stage[Self.base] == 30)
        #expect(stage.state.revision == 0)
    }

    @Test func `a built-in tunable cannot be declared differently or forgotten`() throws {
        var stage = Stage()
        let spec = try #require(stage.tunable(Self.base)?.declaration?.spec)
        let other = #"{"type": "string"}"#
        #expect(stage.faults(of: .declare("stew.v1.base", other)) == ["builtIn stew.v1.base"])
        #expect(stage.faults(of: .declare("stew.v1.base", other, replace: true)) == ["builtIn stew.v1.base"])
        #expect(stage.faults(of: .forget(Self.base)) == ["builtIn stew.v1.base"])
        #expect(try !stage.perform(.declare([.init(Self.base, spec)], replace: false)).hasChanged)
    }

    @Test func `built-in tunables work in worlds, in layers and under a kill switch`() throws {
        var stage = try Stage(after: .createWorld("w"), .put("policy", [Self.base: 60]), .activate(["policy"]))
        #expect(stage[Self.base] == 60)
        try stage.perform(.set(Self.base, 50), by: .member(of: "w"))
        #expect(stage[Self.base, in: "w"] == 50)
        #expect(stage[Self.base] == 60)
        try stage.perform(.addKillSwitch("*"))
        #expect(stage[Self.base, in: "w"] == 30)
        #expect(stage[Self.base] == 30)
        #expect(stage.origin(of: Self.base) == .limited)
        #expect(stage.origin(of: "stew.v2.base") == .limited)
    }

    @Test func `built-in tunables are listed only by their prefix and do not count as keys`() throws {
        var rules = StateRules()
        rules.limits.keys = 1
        var stage = Stage(rules)
        #expect(Self.listed(stage, nil).isEmpty)
        #expect(Self.listed(stage, "*").isEmpty)
        #expect(Self.listed(stage, "stew.v1.*") == ["stew.v1.base", "stew.v1.exponent"])
        #expect(Self.listed(stage, "stew.*").count == StewConstant.allCases.count)
        #expect(stage.state.tunableCount == 0)
        try stage.perform(.set(Self.base, 40))
        try stage.perform(.set("stew.v2.base", 40))
        try stage.perform(.set("a", 1))
        #expect(stage.faults(of: .set("b", 1)) == ["tooMany keys 1"])
        #expect(Self.listed(stage, "stew.*").count == StewConstant.allCases.count)
        #expect(stage.state.tunableCount == 1)
    }

    private static func listed(_ stage: Stage, _ pattern: String?) -> [String] {
        var keys: [String] = []
        var cursor = KeyCursor(View(stage.state), matching: pattern.map { KeyPatterns(literal: .string($0)) })
        var steps = 1_000
        cursor.advance(steps: &steps) { key, _, _ in
            keys.append(Key(known: key).text)
            return .on
        }
        return keys
    }

    @Test func `an unknown built-in key gets the nearest key as suggestion`() {
        var stage = Stage()
        guard case .failure(.unknownKey(_, let nearest)) = stage.result(of: .reset("stew.varietal.romo")) else {
            Issue.record("a key is reset that there is not")
            return
        }
        #expect(nearest == "stew.varietal.roma")
    }
}
