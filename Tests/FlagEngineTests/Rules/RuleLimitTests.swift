import FlagEngine
import JSONCore
import Testing

/// Tests that the cost of a rule is limited for any rule and any data.
@Suite struct RuleLimitTests {
    private static let list = JSON.array((0..<20_000).map { .integer($0) })

    @Test(
        arguments: [
            // A text and an array that double at each element.
            #"{"reduce":[{"var":"list"},{"cat":[{"var":"accumulator"},{"var":"accumulator"}]},"ab"]}"#,
            #"{"reduce":[{"var":"list"},{"merge":[{"var":"accumulator"},{"var":"accumulator"}]},[1]]}"#,
            // All elements are read for each element.
            #"{"map":[{"var":"list"},{"map":[[1,2,3,4,5,6,7,8,9,10],{"map":[[1,2,3,4,5,6,7,8,9,10],1]}]}]}"#,
            // A search that almost matches at every offset.
            #"{"in":[{"var":"needle"},{"var":"hay"}]}"#,
        ]
    )
    func `a rule stops at the step limit`(text: String) throws {
        let rule = try Rule.compiled(JSON(text: text))
        let hay = String(repeating: "a", count: 100_000)
        let data: JSON = ["list": Self.list, "hay": .string(hay), "needle": .string(hay.prefix(50_000) + "b")]
        #expect(throws: RuleLimitFault.steps(limit: 100_000)) { try rule.value(for: data) }
    }

    @Test(
        arguments: [
            #"{"reduce":[{"var":"list"},[{"var":"accumulator"}],0]}"#, #"{"reduce":[{"var":"list"},{"var":""},0]}"#,
        ]
    )
    func `a rule stops at the depth limit of its value`(text: String) throws {
        let rule = try Rule.compiled(JSON(text: text))
        #expect(throws: RuleLimitFault.depth(limit: 128)) { try rule.value(for: ["list": Self.list]) }
    }

    @Test func `a rule over a list of 20,000 elements stays within its limits`() throws {
        let rule = try Rule.compiled(
            JSON(text: #"{"in":[19999,{"filter":[{"var":"list"},{">":[{"var":""},19990]}]}]}"#)
        )
        #expect(try rule.value(for: ["list": Self.list]) == true)
    }

    @Test func `a rule that exceeds the nesting limit is refused`() throws {
        var logic: JSON = true
        for _ in 0..<47 {
            logic = ["!": [logic]]
        }
        #expect(throws: Never.self) { try Rule.compiled(logic) }
        let deeper: JSON = ["!": [["!": [logic]]]]
        let fault = try #require(throws: FlagFault.self) { try Rule.compiled(deeper) }
        #expect(fault.problem == .tooDeep(limit: RuleLimits.nesting))
    }

    @Test func `an object that is data may not nest deeper than a rule`() throws {
        var data: JSON = ["a": 1, "b": 2]
        for _ in 0..<93 {
            data = ["a": data, "b": 2]
        }
        #expect(throws: Never.self) { try Rule.compiled(["log": data]) }
        let fault = try #require(throws: FlagFault.self) { try Rule.compiled(["log": ["a": ["b": data], "b": 2]]) }
        #expect(fault.problem == .tooDeep(limit: RuleLimits.nesting))
    }

    @Test(arguments: [false, true])
    func `an object that is data counts all of its values and texts`(isText: Bool) throws {
        let text = JSON.string(String(repeating: "a", count: 1_000_000))
        let numbers = JSON.array((0..<60_000).map { .integer($0) })
        let part = isText ? JSON.array([text, text]) : numbers
        #expect(throws: Never.self) { try Rule.compiled(["log": ["a": part, "b": 1]]) }
        let fault = try #require(throws: FlagFault.self) { try Rule.compiled(["log": ["a": part, "b": part]]) }
        #expect(fault.problem == .tooLarge(limit: RuleLimits.size))
    }

    @Test func `shared rules that double each other are refused at the size limit`() throws {
        var evaluators: [(String, JSON)] = [("e0", ["var": "a"])]
        for level in 1...17 {
            let reference: JSON = ["$ref": .string("e\(level - 1)")]
            evaluators.append(("e\(level)", ["and": [reference, reference]]))
        }
        let document: JSON = ["$evaluators": .object(JSONObject(evaluators)), "flags": [:]]
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(document) }
        #expect(faults.faults.first?.problem == .tooLarge(limit: RuleLimits.size))
        #expect(faults.faults.count == 1)
    }

    @Test func `flags that copy a large shared rule are refused at the total size limit`() throws {
        let large: JSON = ["in": [["var": "a"], .array((0..<50_000).map { .integer($0) })]]
        let flag: JSON = ["state": "ENABLED", "variants": ["a": 1], "targeting": ["$ref": "large"]]
        func document(_ count: Int) -> JSON {
            let flags = (0..<count).map { ("flag\($0)", flag) }
            return ["$evaluators": ["large": large], "flags": .object(JSONObject(flags))]
        }
        #expect(try FlagSet(document(30)).count == 30)
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(document(50)) }
        #expect(faults.faults.first?.problem == .tooLarge(limit: RuleLimits.referredSize))
    }

    @Test func `shared rules that copy a large rule are refused at the total size limit`() throws {
        let large: JSON = ["in": [["var": "a"], .array((0..<50_000).map { .integer($0) })]]
        let rules = (0..<60).map { (number) -> (String, JSON) in ("e\(number)", ["!": ["$ref": "large"]]) }
        let document: JSON = ["$evaluators": .object(JSONObject([("large", large)] + rules)), "flags": [:]]
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(document) }
        #expect(faults.faults.first?.problem == .tooLarge(limit: RuleLimits.referredSize))
    }

    @Test func `the size of a rule includes the bytes of its strings`() throws {
        let text = JSON.string(String(repeating: "a", count: 1_000_000))
        #expect(throws: Never.self) { try Rule.compiled(["cat": [text, text, text]]) }
        let fault = try #require(throws: FlagFault.self) { try Rule.compiled(["cat": [text, text, text, text]]) }
        #expect(fault.problem == .tooLarge(limit: RuleLimits.size))
    }

    @Test func `a rule that reaches a limit returns the caller's default and an error message`() throws {
        let flags = try FlagSet(rule: #"{"reduce":[{"var":"list"},[{"var":"accumulator"}],0]}"#)
        let request = EvaluationRequest(callersDefault: "mine")
        let evaluation = try flags.evaluate("flag", request, given: ["list": Self.list])
        #expect(evaluation.reason == .error && evaluation.value == "mine")
        #expect(evaluation.fault?.code == "GENERAL")
        #expect(
            evaluation.fault?.sentence(about: "flag")
                == "the rule of flag creates a value that is nested deeper than 128 levels"
        )
    }
}
