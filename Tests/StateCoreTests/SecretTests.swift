import JSONCore
import StateCore
import Testing
import TunableEngine

/// Which keys count as secret, now and in the history.
@Suite struct SecretTests {
    private static let secret = #"{"type":"string","x-secret":true}"#
    private static let plain = #"{"type":"string"}"#

    private static func rules(commits: Int) -> StateRules {
        var rules = StateRules()
        rules.history.commits = commits
        return rules
    }

    @Test func `a key is secret while its declaration is`() throws {
        var stage = try Stage(after: .set("a", "x"), .declare("a", Self.secret), .set("b", "y"))
        #expect(stage.state.secretKeys.contains("a"))
        #expect(!stage.state.secretKeys.contains("b"))
        #expect(stage.state.isDeclaredSecret("a", in: nil))
        try stage.perform(.forget("a"))
        #expect(!stage.state.isDeclaredSecret("a", in: nil))
    }

    @Test(arguments: [false, true])
    func `the history keeps a key secret until no commit shows that it was`(isForgotten: Bool) throws {
        var stage = Stage(Self.rules(commits: 3))
        try stage.perform(.declare("a", Self.secret))
        for value in 0..<5 { try stage.perform(.set("b", .integer(Int64(value)))) }
        // The history does not have the declaration any more.
        #expect(stage.state.secretKeys.contains("a"))
        try stage.perform(isForgotten ? .forget("a") : .declare("a", Self.plain, replace: true))
        #expect(stage.state.secretKeys.contains("a"))
        try stage.perform(.set("b", 10))
        try stage.perform(.set("b", 11))
        #expect(stage.state.secretKeys.contains("a"))
        try stage.perform(.set("b", 12))
        #expect(!stage.state.secretKeys.contains("a"))
        #expect(stage.state.secretKeys.isEmpty)
    }

    @Test func `copies of a state have their own secret keys`() throws {
        var stage = try Stage(after: .declare("a", Self.secret))
        let copy = stage.state
        try stage.perform(.declare("b", Self.secret))
        #expect(!copy.secretKeys.contains("b"))
        #expect(copy.secretKeys.contains("a") && stage.state.secretKeys.contains("b"))
    }

    @Test func `a member of a secret object is secret`() throws {
        let spec = #"{"type":"object","x-secret":true,"default":{"x":1}}"#
        let stage = try Stage(after: .declare("a", spec), .set("b", 1))
        #expect(stage.state.isDeclaredSecret("a.x", in: nil))
        #expect(!stage.state.isDeclaredSecret("b", in: nil))
    }

    @Test func `a member of a secret object does not become a tunable that is not secret`() throws {
        let object = #"{"type":"object","x-secret":true}"#
        var stage = try Stage(after: .declare("o", object), .set("o", ["user": "hunter2"]))
        let refusal = "o has no member pw"
        for mutation in [Mutation.set("o.pw", "x"), .update(["o.pw": "x"]), .setAll(["o.pw": "x"])] {
            #expect(stage.refusal(of: mutation)?.hasPrefix(refusal) == true)
            #expect(stage.refusal(of: mutation)?.contains("user") == false)
        }
        #expect(stage.tunable("o.pw") == nil)
        try stage.perform(.set("o.user", "hunter3"))
        #expect(stage.tunable("o")?.resolution.value == ["user": "hunter3"])
        #expect(stage.state.isDeclaredSecret("o.pw", in: nil))
    }

    @Test func `no write stores the mark as the value of a secret key`() throws {
        var stage = try Stage(after: .declare("a", Self.secret), .set("a", "x"))
        let refusal = #"a is secret, and "(secret)" is a placeholder, not its value; "#
        for mutation in [Mutation.set("a", "(secret)"), .update(["a": "(secret)"]), .put("l", ["a": "(secret)"])] {
            #expect(stage.refusal(of: mutation)?.hasPrefix(refusal) == true)
        }
        #expect(stage.tunable("a")?.resolution.value == "x")
    }

    @Test func `replacing all values does not reset a secret key that it does not name`() throws {
        var stage = try Stage(after: .declare("a", Self.secret), .set("a", "x"), .set("b", 1))
        let outcome = try stage.perform(.setAll([:]))
        #expect(outcome.changes.map(\.key) == ["b"])
        #expect(outcome.skipped.map(\.key) == ["a"])
        #expect(outcome.skipped.map(\.reason) == [.secret])
        #expect(stage.tunable("a")?.resolution.value == "x")
    }

    @Test func `a refusal of another declaration shows no value`() throws {
        let spec = #"{"type":"string","x-secret":true,"default":"hunter2"}"#
        var stage = try Stage(after: .declare("a", spec))
        let refusal = stage.refusal(of: .declare("a", #"{"type":"string","default":"hunter3"}"#), by: .demo)
        #expect(refusal == "a is declared differently by vim: its default differs")
    }

    @Test func `a fault of a layer's schema shows no secret value`() throws {
        var stage = try Stage(after: .declare("a", Self.secret))
        let schema: JSONObject = ["properties": ["a": ["type": "string", "maxLength": 2]]]
        let refusal = stage.refusal(of: .put("l", ["a": "hunter2"], schema: schema))
        #expect(refusal == "a must have at most 2 characters; the refused value is hidden")
    }

    @Test func `the refusal of an undo shows no value that was secret`() throws {
        var stage = try Stage(after: .declare("a", Self.secret), .set("a", "hunter2"))
        try stage.wait(2_000)
        try stage.perform(.set("a", "x"))
        try stage.perform(.declare("a", #"{"type":"string","maxLength":2}"#, replace: true), by: .demo)
        guard case .failure(let refusal) = stage.result(of: .undo(everyone: false, skips: false)) else {
            Issue.record("the undo succeeded")
            return
        }
        #expect(refusal.description.contains("got 7"))
        let hidden = refusal.hidingValues(of: stage.state.secretKeys)
        #expect(hidden.description.contains("a must have at most 2 characters; the refused value is hidden"))
    }
}
