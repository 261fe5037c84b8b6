import FlagEngine
import JSONCore
import StateCore
import TestSupport
import Testing

/// The flags of the file are prepared for one state and installed in a later one.
@Suite struct PreparedFileFlagsTests {
    private static let steps = Demands.areSanitized ? 60 : 200

    /// Returns definitions of some of a script's flags.
    private static func definitions(_ choices: inout Choices) -> FlagSet {
        let variants = [#"{"on": true, "off": false}"#, #"{"on": "x", "left": "y"}"#, #"{"on": 1}"#]
        let flags = Script.flags.filter { _ in Bool.random(using: &choices) }.map { key in
            let chosen = variants[Int.random(in: 0..<variants.count, using: &choices)]
            return #""\#(key)": {"state": "ENABLED", "variants": \#(chosen), "defaultVariant": "on"}"#
        }
        return FlagSet(literal: "{\(flags.joined(separator: ","))}")
    }

    private static func picture(of changes: [FlagChange]) -> [String] {
        changes.map { change in
            let sides = [change.old, change.new].map { flag in
                "\(flag?.origin as Any) \(flag?.definition?.definition as Any) \(flag?.parts.override as Any)"
                    + " \(flag?.isLimited as Any)"
            }
            return "\(change.key) \(sides)"
        }
    }

    @Test(arguments: Seeds.all)
    func `flags that were prepared for an earlier state give what flags prepared for the present state give`(
        seed: UInt64
    ) throws {
        var script = Script(seed: seed)
        var choices = Choices(seed: seed)
        var state = State(epoch: "e", rules: script.rules())
        var prepared = PreparedFileFlags(FlagSet(), for: state)
        var installedCount = 0
        for number in 0..<Self.steps {
            _ = Duel.perform(script.next(revision: state.revision), on: &state)
            if number % 5 == 0 {
                prepared = PreparedFileFlags(Self.definitions(&choices), for: state.withFlagsOnly)
            }
            guard number % 5 == 1 || number % 5 == 4 else { continue }
            var expected = state
            let direct = expected.install(PreparedFileFlags(prepared.definitions, for: state))
            let changes = try #require(direct)
            let before = StatePicture(state)
            guard let installed = state.install(prepared) else {
                #expect(StatePicture(state) == before, "seed \(seed), step \(number)")
                continue
            }
            installedCount += 1
            try #require(Self.picture(of: installed) == Self.picture(of: changes), "seed \(seed), step \(number)")
            try #require(StatePicture(state) == StatePicture(expected), "seed \(seed), step \(number)")
        }
        #expect(installedCount > 0)
    }

    @Test func `flags are prepared again after the kill switch, a layer or many flags have changed`() throws {
        var stage = try Stage(after: .put("a", [:]))
        let file = FlagSet(literal: #"{"b": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}"#)
        func isInstalled(after mutations: Mutation...) throws -> Bool {
            let prepared = PreparedFileFlags(file, for: stage.state)
            for mutation in mutations {
                try stage.perform(mutation)
            }
            var state = stage.state
            return state.install(prepared) != nil
        }
        func flags(_ count: Int) -> Mutation {
            let flags = (0..<count).map { #""n\#($0)": {"state": "ENABLED", "variants": {"\#(count)": true}}"# }
            return .define("{\(flags.joined(separator: ","))}")
        }
        #expect(try isInstalled())
        #expect(try isInstalled(after: .set("t", 1)))
        #expect(try isInstalled(after: flags(64)))
        #expect(try !isInstalled(after: flags(65)))
        #expect(try !isInstalled(after: .addKillSwitch("b*")))
        #expect(try !isInstalled(after: .activate(["a"])))
        #expect(try isInstalled(after: .set("t", 2)))
    }

    @Test func `a definition that the file changes below a local one appears when the local one is removed`() throws {
        func file(_ value: Int) -> FlagSet {
            FlagSet(literal: #"{"f": {"state": "ENABLED", "variants": {"a": \#(value)}, "defaultVariant": "a"}}"#)
        }
        var stage = Stage()
        #expect(stage.replaceFileFlags(file(1)).map(\.key) == ["f"])
        try stage.perform(.define(#"{"f": {"state": "ENABLED", "variants": {"a": 7}, "defaultVariant": "a"}}"#))
        #expect(stage.replaceFileFlags(file(2)).isEmpty)
        #expect(stage.evaluate("f") == 7)
        try stage.perform(.removeFlag("f"))
        #expect(stage.evaluate("f") == 2)
    }
}
