import JSONCore
import StateCore
import Testing
import TunableEngine

/// Tests of temporary overrides.
@Suite struct OverrideTests {
    @Test func `a temporary override ends on time with a commit`() throws {
        var stage = try Stage(after: .set("a", 1), .set("a", 2, for: 500))
        #expect(stage["a"] == 2)
        #expect(stage.state.nextDeadline == stage.now.advanced(byMilliseconds: 500))
        try stage.wait(499)
        #expect(stage["a"] == 2)
        try stage.wait(1)
        #expect(stage["a"] == 1)
        let commit = try #require(stage.state.history.newest)
        #expect(commit.operation.name == "tunables.revert")
        #expect(commit.revision == 3)
        #expect(commit.changes == [Change(key: "a", value: 1, old: 2, origin: .local)])
        #expect(stage.state.nextDeadline == nil)
    }

    @Test func `overrides of a key that end in a world and outside at once are two changes`() throws {
        var stage = try Stage(after: .set("a", 1), .createWorld("w"), .set("a", 2, for: 500))
        try stage.perform(.set("a", 3, for: 500), by: .member(of: "w"))
        var state = stage.state
        let outcome = try state.perform(.revert, by: .daemon, at: stage.now.advanced(byMilliseconds: 500))
        #expect(outcome.changes.map(\.old) == [2, 3])
        #expect(outcome.changes.map(\.value) == [1, 1])
    }

    @Test func `a key without a value has none again after its override ends`() throws {
        var stage = try Stage(after: .set("a", 2, for: 500))
        try stage.wait(500)
        #expect(stage.tunable("a") == nil)
    }

    @Test func `the end of nested overrides restores the value before the first one`() throws {
        var stage = try Stage(after: .set("a", 1), .set("a", 2, for: 500))
        try stage.wait(300)
        try stage.perform(.set("a", 3, for: 500))
        try stage.wait(499)
        #expect(stage["a"] == 3)
        try stage.wait(1)
        #expect(stage["a"] == 1)
    }

    @Test(arguments: [
        (Mutation.set("a", 2), 2 as JSON?), (.set("a", 3), 3), (.update(["a": 3]), 3), (.setAll(["a": 4]), 4),
        (.reset("a"), nil), (.resetAll(nil), nil), (.undo(everyone: false), 1), (.step("a", by: 1), 3),
    ])
    func `a write, reset or undo of a key cancels its override`(mutation: Mutation, value: JSON?) throws {
        var stage = try Stage(after: .set("a", 1))
        try stage.wait(60_000)
        try stage.perform(.set("a", 2, for: 500))
        try stage.perform(mutation)
        #expect(stage.state.nextDeadline == nil)
        try stage.wait(500)
        #expect(stage["a"] == value)
    }

    @Test func `overrides that end together are one commit, and later ones continue`() throws {
        var stage = try Stage(
            after: .set("a", 2, for: 500),
            .set("b", 2, for: 400),
            .set("c", 2, for: 501)
        )
        let revision = stage.state.revision
        try stage.wait(500)
        #expect(stage.state.revision == revision + 1)
        #expect([stage["a"], stage["b"], stage["c"]] == [nil, nil, 2])
        #expect(stage.state.nextDeadline == stage.now.advanced(byMilliseconds: 1))
    }

    @Test func `extending an override with an equal value is a stored change`() throws {
        var stage = try Stage(after: .set("a", 2, for: 500))
        try stage.wait(100)
        let outcome = try stage.perform(.set("a", 2, for: 500))
        #expect(outcome.hasChanged)
        #expect(outcome.changes.isEmpty)
        try stage.wait(450)
        #expect(stage["a"] == 2)
    }

    @Test func `undo ignores an override that has ended`() throws {
        var stage = try Stage(after: .set("a", 1))
        try stage.wait(2_000)
        try stage.perform(.set("a", 2, for: 500))
        try stage.wait(500)
        try stage.perform(.undo(everyone: false))
        #expect(stage["a"] == nil)
    }

    @Test(arguments: [(499 as Int64, 2 as JSON, true), (500, 1, false)])
    func `a redone override keeps its original end`(pause: Int64, value: JSON, isRunning: Bool) throws {
        var stage = try Stage(after: .set("a", 1))
        try stage.wait(2_000)
        try stage.perform(.set("a", 2, for: 500))
        try stage.perform(.undo(everyone: false))
        try stage.wait(pause)
        try stage.perform(.redo(everyone: false))
        #expect(stage["a"] == value)
        #expect((stage.state.nextDeadline != nil) == isRunning)
        try stage.wait(1)
        #expect(stage["a"] == 1)
    }
}
