import FlagEngine
import JSONCore
import StateCore
import Testing
import TunableEngine

/// Tests of proposals: copies of worlds that wait for a person.
struct ProposalTests {
    private static let member = Author.member(of: "w")

    private func propose(_ id: String = "p") -> Mutation { .proposeWorld(id, copying: "w", summary: "faster") }

    @Test func `a proposal keeps its values when its world changes or ends, and ends with its merge`() throws {
        var stage = try Stage(after: .set("a", 1), .createWorld("w"))
        try stage.perform(.set("a", 2), by: Self.member)
        let revision = stage.state.revision
        try stage.perform(propose(), by: Self.member)
        try stage.perform(.set("a", 9), by: Self.member)
        try stage.perform(.dropWorld("w"))
        #expect([stage["a", in: "p"], stage["a"]] == [2, 1])
        let proposal = try stage.state.world("p").proposal
        #expect(proposal?.summary == "faster" && proposal?.revision == revision)
        try stage.perform(.mergeWorld("p"))
        #expect(stage["a"] == 2)
        #expect(stage.faults(of: .mergeWorld("p")) == ["unknownWorld p"])
        #expect(stage.faults(of: propose("q")) == ["unknownWorld w"])
    }

    @Test func `a world with temporary values or overrides cannot be proposed until they end`() throws {
        var stage = try Stage(after: .set("a", 1), .createWorld("w"))
        try stage.perform(.set("a", 4), by: Self.member)
        try stage.perform(.set("a", 1.2, for: 500), by: Self.member)
        #expect(stage.faults(of: propose(), by: Self.member) == ["temporary a"])
        try stage.wait(500)
        try stage.perform(propose(), by: Self.member)
        #expect(stage["a", in: "p"] == 4)
    }

    @Test func `no client can be in a proposal or change it`() throws {
        var stage = try Stage(after: .createWorld("w"))
        try stage.perform(.set("a", 2), by: Self.member)
        try stage.perform(propose(), by: Self.member)
        let intruder = Author.member(of: "p")
        #expect(stage.faults(of: .set("a", 9), by: intruder) == ["isProposal p"])
        #expect(stage.faults(of: .mergeWorld("p"), by: intruder) == ["isProposal p"])
        #expect(stage.faults(of: .proposeWorld("q", copying: "p", summary: "")) == ["isProposal p"])
        #expect(throws: StateRefusal.self) { try View(stage.state, from: "p") }
        #expect(stage["a", in: "p"] == 2)
    }

    @Test func `the number of proposals is limited, and a dropped one makes room`() throws {
        var rules = StateRules()
        rules.limits.proposals = 1
        var stage = Stage(rules)
        try stage.perform(.createWorld("w"))
        try stage.perform(propose("p"))
        #expect(stage.faults(of: propose("q")) == ["tooMany proposals 1"])
        try stage.perform(.dropWorld("p"))
        #expect(stage.faults(of: propose("q")).isEmpty)
    }

    @Test func `a merge with a revision refuses keys that have changed after it, and only those`() throws {
        var stage = try Stage(after: .set("a", 1), .createWorld("w"))
        try stage.perform(.update(["a": 2, "new": 3]), by: Self.member)
        try stage.perform(propose())
        let shown = stage.state.revision
        try stage.perform(.set("other", 1))
        #expect(stage.faults(of: .mergeWorld("p", ifRevision: shown)).isEmpty)
        try stage.perform(propose("q"))
        try stage.perform(.set("a", 5))
        try stage.perform(.set("new", 6))
        try stage.perform(.reset("new"))
        #expect(stage.faults(of: .mergeWorld("q", ifRevision: shown)).count == 2)
        #expect(stage["a"] == 5)
        try stage.perform(.mergeWorld("q", ifRevision: stage.state.revision))
        #expect(stage["a"] == 2)
    }

    @Test func `a comparison has values without effect, and pages with the overrides of the same keys`() throws {
        var stage = try Stage(after: .declare("b", #"{"type":"integer","default":8}"#), .set("c", 1))
        let flag = #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"}"#
        try stage.perform(.define(#"{"b": \#(flag), "d": \#(flag)}"#))
        try stage.perform(.createWorld("w"))
        try stage.perform(.update(["a": 2, "b": 8, "c": 1, "e": 4]), by: Self.member)
        for key: FlagKey in ["b", "d"] {
            try stage.perform(.setFlag(key, .variant("on"), for: nil), by: Self.member)
        }
        let world = try stage.state.world("w")
        let whole = stage.state.comparison(of: world)
        #expect(whole.changes.map(\.key) == ["a", "e"] && whole.withoutEffect.map(\.key) == ["b"])
        #expect(whole.overrides.map(\.key) == ["b", "d"] && whole.last == nil)
        var (keys, flags, start) = ([Key](), [FlagKey](), Key?.none)
        for _ in 1...3 {
            let page = stage.state.comparison(of: world, after: start, atMost: 1)
            keys += (page.changes + page.withoutEffect).map(\.key)
            flags += page.overrides.map(\.key)
            start = page.last
            if start == nil { break }
        }
        #expect(keys == ["a", "b", "e"] && flags == ["b", "d"] && start == nil)
    }
}
