import JSONCore
import Testing

@testable import FlagEngine

/// Tests that constant parts of a rule are computed once, when the rule is compiled.
@Suite struct FoldingTests {
    @Test(
        arguments: [
            (#"{"cat":["a",{"+":[1,"2"]}]}"#, "a3"), (#"[1,[2,{"-":[3]}]]"#, [1, [2, -3]]),
            (#"{"in":["b",{"merge":[["a"],["b"]]}]}"#, true), (#"{"sem_ver":["1.0.0","<","2.0.0"]}"#, true),
            (#"{"!":{"starts_with":["abc","b"]}}"#, true), (#"{"===":[]}"#, true),
        ] as [(String, JSON)]
    )
    func `a rule without variables is folded to its result`(text: String, result: JSON) throws {
        let rule = try Rule.compiled(JSON(text: text))
        #expect(rule.nodes.count == 1 && rule.constants == [result])
    }

    @Test(arguments: [#"{"cat":["a",{"var":"x"},{"+":[1,2]}]}"#, #"{"cat":[{"+":[1,2]},"a",{"var":"x"}]}"#])
    func `constant operands next to variables are folded`(text: String) throws {
        let rule = try Rule.compiled(JSON(text: text))
        #expect(rule.nodes.count == 4 && rule.constants.contains(3))
        #expect(try rule.value(for: ["x": "-"]) == (text.contains("[{") ? "3a-" : "a-3"))
    }

    @Test func `a branch is not folded, so explanations can show its path`() throws {
        #expect(try Rule.compiled(JSON(text: #"{"if":[true,"a","b"]}"#)).nodes.count == 4)
    }

    @Test func `an expensive constant is not folded`() throws {
        let numbers = JSON.array((0..<2_000).map { .integer($0) })
        let rule = try Rule.compiled(["in": [1_999, ["merge": [numbers, numbers]]]])
        #expect(rule.nodes.count > 1)
        #expect(try rule.value(for: nil) == true)
    }
}
