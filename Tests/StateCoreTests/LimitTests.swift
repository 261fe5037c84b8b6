import JSONCore
import StateCore
import Testing
import TunableEngine

/// Kill switches.
@Suite struct LimitTests {
    private static let spec = #"{"type": "number", "default": 0}"#

    @Test func `a limited tunable takes its default, whatever layers, locks, worlds and overrides say`() throws {
        var stage = try Stage(after: .declare("a", Self.spec), .createWorld("w"), .set("a", 1))
        try stage.perform(.set("a", 2), by: .member(of: "w"))
        try stage.perform(.set("a", 3, for: 60_000))
        try stage.perform(.limit("*"))
        #expect(stage["a"] == 0)
        #expect(stage.origin(of: "a") == .limited)
        #expect(stage["a", in: "w"] == 0)
        try stage.perform(.put("policy", ["a": 5], locks: "*"))
        try stage.perform(.activate(["policy"]))
        #expect(stage["a"] == 0)
        try stage.perform(.lift(nil))
        #expect(stage["a"] == 5)
    }

    @Test func `writes land, and show when it ends`() throws {
        var stage = try Stage(after: .declare("a", Self.spec), .limit("a"))
        let outcome = try stage.perform(.set("a", 4))
        #expect(outcome.hasChanged)
        #expect(outcome.commit?.changes == [])
        #expect(outcome.old == 0)
        #expect(stage["a"] == 0)
        #expect(try stage.perform(.lift(nil)).changes == [Change(key: "a", value: 4, old: 0, origin: .local)])
    }

    @Test func `a push of the default lands too where a layer says something else beneath`() throws {
        var stage = try Stage(
            after: .declare("a", Self.spec),
            .put("business", ["a": 5]),
            .activate(["business"]),
            .limit("a")
        )
        try stage.perform(.setAll(["a": 0]))
        try stage.perform(.lift(nil))
        #expect(stage["a"] == 0)
    }

    @Test func `free tunables keep their value, and declared ones that have no default`() throws {
        let stage = try Stage(
            after: .set("free", 1),
            .declare("bare", #"{"type": "number"}"#),
            .set("bare", 2),
            .limit("*")
        )
        #expect(stage["free"] == 1)
        #expect(stage["bare"] == 2)
    }

    @Test func `each on adds its patterns, and off takes away the named ones, or all`() throws {
        var stage = try Stage(
            after: .declare("a", Self.spec),
            .declare("b", Self.spec),
            .declare("c", Self.spec),
            .update(["a": 1, "b": 1, "c": 1])
        )
        let steps: [(Mutation, [JSON])] = [
            (.limit(["a", "b"]), [0, 0, 1]), (.limit("c"), [0, 0, 0]), (.limit("c"), [0, 0, 0]),
            (.lift(KeyPatterns(literal: ["b", "x"])), [0, 1, 0]), (.limit(["*"]), [0, 0, 0]),
            (.lift(KeyPatterns(literal: "*")), [0, 1, 0]), (.lift(nil), [1, 1, 1]),
        ]
        for (mutation, values) in steps {
            try stage.perform(mutation)
            #expect([stage["a"], stage["b"], stage["c"]] == values, "\(mutation)")
        }
        #expect(try !stage.perform(.lift(nil)).hasChanged)
    }

    @Test func `a star limits built-in keys too`() throws {
        let stage = try Stage(after: .declare("stew.a", Self.spec), .set("stew.a", 1), .limit("*"))
        #expect(stage["stew.a"] == 0)
    }

    @Test func `an active layer's switch limits the keys that the layer names`() throws {
        var stage = try Stage(
            after: .declare("a", Self.spec),
            .declare("b", Self.spec),
            .update(["a": 1, "b": 1]),
            .put("safe", ["a": 9], isKillSwitch: true)
        )
        #expect(stage["a"] == 1)
        try stage.perform(.activate(["safe"]))
        #expect(stage["a"] == 0)
        #expect(stage["b"] == 1)
        try stage.perform(.put("safe", ["a": 9]))
        #expect(stage["a"] == 1)
    }
}
