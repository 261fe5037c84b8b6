import FlagEngine
import JSONCore
import Testing

/// Tests of rules that flags share.
@Suite struct EvaluatorTests {
    private static let text = """
        {
          "flags": {
            "flag": {
              "state": "ENABLED", "variants": {"hi": "hi", "bye": "bye"}, "defaultVariant": "bye",
              "targeting": {"if": [{"and": [{"$ref": "staff"}, {"==": [1, 1]}]}, "hi", "bye"]}
            },
            "other": {"state": "ENABLED", "variants": {"true": 1, "false": 0}, "targeting": {"$ref" : "staff"}}
          },
          "$evaluators": {
            "staff": {"or": [{"$ref": "boss"}, {"ends_with": [{"var": "email"}, "@example.com"]}]},
            "boss": {"==": [{"var": ["email"]}, "boss@home.net"]}
          }
        }
        """

    @Test(arguments: [("boss@home.net", "hi"), ("a@example.com", "hi"), ("a@example.net", "bye")])
    func `a shared rule applies in every flag that refers to the rule`(email: String, variant: String) throws {
        let flags = try FlagSet(text: Self.text)
        #expect(try flags.evaluate("flag", given: ["email": .string(email)]).variant == variant)
        #expect(
            try flags.evaluate("other", given: ["email": .string(email)]).variant
                == (variant == "hi" ? "true" : "false")
        )
    }

    @Test func `a definition with inlined shared rules evaluates to an equal result`() throws {
        let flags = try FlagSet(text: Self.text)
        for flag in flags.definitions {
            let alone = try FlagDefinition.read(.object(flag.definition), key: flag.key)
            #expect(alone == flag)
            #expect(!JSON.object(alone.definition).text.contains("$ref"))
            let context = EvaluationContext(given: ["email": "boss@home.net"])
            #expect(
                alone.evaluate(EvaluationRequest(), in: context).variant
                    == flags.evaluate(flag.key, in: context).variant
            )
        }
    }

    @Test func `an unknown rule reference is an error of that flag only`() throws {
        let flags = try FlagSet(rule: #"{"if":[{"$ref":"nobody"},"one","two"]}"#)
        let evaluation = try flags.evaluate("flag", EvaluationRequest(callersDefault: "mine"))
        #expect(evaluation.reason == .error && evaluation.value == "mine" && evaluation.variant == nil)
        #expect(evaluation.fault?.code == "PARSE_ERROR")
        #expect(evaluation.fault?.sentence(about: "flag").contains("refers to nobody") == true)
    }

    @Test func `a cycle of shared rules is reported once`() throws {
        let text = #"{"flags":{},"$evaluators":{"a":{"!":{"$ref":"b"}},"b":{"!":{"$ref":"c"}},"c":{"!":{"$ref":"a"}}}}"#
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: text) }.faults
        #expect(faults.map(\.path) == ["$evaluators/c"])
        #expect(faults.first?.problem == .cycle("a"))
    }

    @Test func `a reference to an invalid shared rule is not reported again`() throws {
        let text =
            #"{"flags":{"f":{"state":"ENABLED","variants":{"a":1},"targeting":{"$ref":"bad"}}},"$evaluators":{"bad":{"x":1}}}"#
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(text: text) }.faults
        #expect(faults.map(\.path) == ["$evaluators/bad/x"])
    }

    /// A document with shared rules, each of which negates the next one; the last one reads a variable.
    private static func chain(of count: Int) -> JSON {
        let rules = (0..<count).map { (number) -> (String, JSON) in
            ("e\(number)", number + 1 < count ? ["!": ["$ref": .string("e\(number + 1)")]] : ["var": "a"])
        }
        let flag: JSON = [
            "state": "ENABLED", "variants": ["true": true, "false": false], "targeting": ["$ref": "e0"],
        ]
        return ["flags": ["flag": flag], "$evaluators": .object(JSONObject(rules))]
    }

    @Test func `a short chain of references is accepted`() throws {
        let flags = try FlagSet(Self.chain(of: 10))
        #expect(try flags.evaluate("flag", given: ["a": true]).variant == "false")
        #expect(try flags.evaluate("flag", given: ["a": false]).variant == "true")
    }

    @Test func `a very long chain of references is refused at the rule that is nested too deep`() throws {
        let faults = try #require(throws: FlagFaults.self) { _ = try FlagSet(Self.chain(of: 1_000)) }.faults
        #expect(faults.allSatisfy { $0.problem == .tooDeep(limit: RuleLimits.nesting) })
        #expect(faults.first?.path == "$evaluators/e\(RuleLimits.nesting)")
    }
}
