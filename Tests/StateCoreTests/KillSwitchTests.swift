import JSONCore
import StateCore
import Testing
import TunableEngine

/// Tests of the kill switch.
@Suite struct KillSwitchTests {
    private static let spec = #"{"type": "number", "default": 0}"#

    @Test func `a limited tunable returns its default despite layers, locks, worlds and overrides`() throws {
        var stage = try Stage(after: .declare("a", Self.spec), .createWorld("w"), .set("a", 1))
        try stage.perform(.set("a", 2), by: .member(of: "w"))
        try stage.perform(.set("a", 3, for: 60_000))
        try stage.perform(.addKillSwitch("*"))
        #expect(stage["a"] == 0)
        #expect(stage.origin(of: "a") == .limited)
        #expect(stage["a", in: "w"] == 0)
        try stage.perform(.put("policy", ["a": 5], locks: "*"))
        try stage.perform(.activate(["policy"]))
        #expect(stage["a"] == 0)
        try stage.perform(.removeKillSwitch(nil))
        #expect(stage["a"] == 5)
    }

    @Test func `a write under a kill switch is stored and visible after the switch ends`() throws {
        var stage = try Stage(after: .declare("a", Self.spec), .addKillSwitch("a"))
        let outcome = try stage.perform(.set("a", 4))
        #expect(outcome.hasChanged)
        #expect(outcome.commit?.changes == [])
        #expect(outcome.old == 0)
        #expect(stage["a"] == 0)
        #expect(
            try stage.perform(.removeKillSwitch(nil)).changes == [Change(key: "a", value: 4, old: 0, origin: .local)]
        )
    }

    @Test func `setAll stores a default under a kill switch when a layer has another value`() throws {
        var stage = try Stage(
            after: .declare("a", Self.spec),
            .put("business", ["a": 5]),
            .activate(["business"]),
            .addKillSwitch("a")
        )
        try stage.perform(.setAll(["a": 0]))
        try stage.perform(.removeKillSwitch(nil))
        #expect(stage["a"] == 0)
    }

    @Test func `setAll can keep what is stored beneath a kill switch, and temporary values`() throws {
        var options = WriteOptions()
        options.keepsEqual = true
        var stage = try Stage(after: .declare("a", Self.spec), .set("a", 4), .set("b", 1), .set("c", 2))
        try stage.perform(.set("b", 9, for: 1_000))
        try stage.perform(.addKillSwitch("a"))
        #expect(try !stage.perform(.setAll([.init("a", 0), .init("b", 9), .init("c", 2)], options)).hasChanged)
        try stage.perform(.setAll([.init("a", 0), .init("b", 9), .init("c", 3)], options))
        try stage.perform(.removeKillSwitch(nil))
        #expect(stage["a"] == 4)
        #expect(stage["c"] == 3)
        #expect(stage.state.tunable("b")?.local?.ending?.before == 1)
    }

    @Test func `a kill switch does not affect tunables without a default`() throws {
        let stage = try Stage(
            after: .set("free", 1),
            .declare("bare", #"{"type": "number"}"#),
            .set("bare", 2),
            .addKillSwitch("*")
        )
        #expect(stage["free"] == 1)
        #expect(stage["bare"] == 2)
    }

    @Test func `turning the switch on adds patterns, and off removes the named ones or all`() throws {
        var stage = try Stage(
            after: .declare("a", Self.spec),
            .declare("b", Self.spec),
            .declare("c", Self.spec),
            .update(["a": 1, "b": 1, "c": 1])
        )
        let steps: [(Mutation, [JSON])] = [
            (.addKillSwitch(["a", "b"]), [0, 0, 1]), (.addKillSwitch("c"), [0, 0, 0]),
            (.addKillSwitch("c"), [0, 0, 0]),
            (.removeKillSwitch(KeyPatterns(literal: ["b", "x"])), [0, 1, 0]), (.addKillSwitch(["*"]), [0, 0, 0]),
            (.removeKillSwitch(KeyPatterns(literal: "a")), [0, 0, 0]),
            (.removeKillSwitch(KeyPatterns(literal: "*")), [1, 1, 1]),
            (.addKillSwitch("a"), [0, 1, 1]), (.removeKillSwitch(nil), [1, 1, 1]),
        ]
        for (mutation, values) in steps {
            try stage.perform(mutation)
            #expect([stage["a"], stage["b"], stage["c"]] == values, "\(mutation)")
        }
        #expect(try !stage.perform(.removeKillSwitch(nil)).hasChanged)
    }

    @Test func `the pattern * of a kill switch limits built-in keys`() throws {
        let stage = try Stage(after: .declare("stew.a", Self.spec), .set("stew.a", 1), .addKillSwitch("*"))
        #expect(stage["stew.a"] == 0)
    }

    @Test func `a kill switch of an active layer limits the layer's keys`() throws {
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

    @Test func `a covered or repeated kill switch pattern is not kept`() throws {
        var stage = try Stage(after: .addKillSwitch(["a.b", "c"]))
        let steps: [(Mutation, [[String]])] = [
            (.addKillSwitch(["a.x*", "a*"]), [["c"], ["a*"]]),
            (.addKillSwitch(["a.y", "a**", "c"]), [["c"], ["a*"]]),
            (
                .addKillSwitch(KillSwitchEntry(patterns: KeyPatterns(literal: ["a**", "a.z"]), reason: "r")),
                [["c"], ["a**"]]
            ),
            (.addKillSwitch(["a*"]), [["c"], ["a*"]]),
            (.addKillSwitch(["*b*", "b", "*"]), [["*"]]),
        ]
        for (mutation, kept) in steps {
            try stage.perform(mutation)
            #expect(stage.state.killSwitch.map { $0.patterns.patterns.map(\.text) } == kept, "\(mutation)")
        }
        #expect(try !stage.perform(.addKillSwitch("x*")).hasChanged)
        #expect(try stage.perform(.removeKillSwitch(KeyPatterns(literal: "***"))).hasChanged)
        #expect(stage.state.killSwitch.isEmpty)
    }

    @Test func `kill switch patterns and their bytes are limited, after covered ones are removed`() throws {
        var rules = StateRules()
        rules.limits.killSwitchPatterns = 3
        rules.limits.killSwitchBytes = 20
        var stage = Stage(rules)
        try stage.perform(.addKillSwitch(["a", "b", "c"]))
        #expect(stage.faults(of: .addKillSwitch("d")) == ["tooMany killSwitchPatterns 3"])
        #expect(stage.faults(of: .addKillSwitch(["e", "e", "e", "e"])) == ["tooMany killSwitchPatterns 3"])
        try stage.perform(.addKillSwitch("*a"))
        try stage.perform(.addKillSwitch("*"))
        let reason = String(repeating: "r", count: 19)
        try stage.perform(.addKillSwitch(KillSwitchEntry(patterns: KeyPatterns(literal: "*"), reason: reason)))
        let longer = KillSwitchEntry(patterns: KeyPatterns(literal: "*"), reason: reason + "r")
        #expect(stage.faults(of: .addKillSwitch(longer)) == ["largeKillSwitch 21 20"])
        #expect(stage.state.killSwitch.map(\.reason) == [reason])
    }

    @Test func `a commit contains only the added or removed patterns`() throws {
        var stage = try Stage(after: .addKillSwitch(.array((0..<900).map { .string("k\($0)") })))
        let edits = try stage.perform(.addKillSwitch("x")).commit?.edits
        let added = KillSwitchEntry(patterns: KeyPatterns(literal: "x"), reason: nil)
        #expect(edits == [.killSwitchEntry(removed: KeyPatterns(patterns: []), added: added)])
        let lifted = try stage.perform(.removeKillSwitch(KeyPatterns(literal: ["x", "y"]))).commit?.edits
        #expect(lifted == [.killSwitchEntry(removed: KeyPatterns(literal: "x"), added: nil)])
        #expect(try stage.perform(.removeKillSwitch(nil)).commit?.edits == [.killSwitch([])])
    }
}
