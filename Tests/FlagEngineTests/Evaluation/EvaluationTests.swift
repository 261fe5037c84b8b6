import FlagEngine
import JSONCore
import Testing

@Suite struct EvaluationTests {
    private static let text = """
        {
          "flags": {
            "boolean": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"},
            "string": {"state": "ENABLED", "variants": {"greeting": "hi", "parting": "bye"}, "defaultVariant": "greeting"},
            "integer": {"state": "ENABLED", "variants": {"one": 1, "ten": 10}, "defaultVariant": "ten"},
            "float": {"state": "ENABLED", "variants": {"tenth": 0.1, "half": 0.5}, "defaultVariant": "half"},
            "integral": {"state": "ENABLED", "variants": {"ten": 10.0}, "defaultVariant": "ten"},
            "huge": {"state": "ENABLED", "variants": {"most": 9223372036854775807}, "defaultVariant": "most"},
            "object": {"state": "ENABLED", "variants": {"empty": {}, "full": {"a": [1]}}, "defaultVariant": "full"},
            "disabled": {"state": "DISABLED", "variants": {"on": true}, "defaultVariant": "on", "targeting": {"if": [1, "on"]}},
            "nothing": {"state": "ENABLED", "variants": {"on": true}},
            "undecided": {"state": "ENABLED", "variants": {"on": true}, "targeting": {"if": [{"var": "x"}, "on"]}},
            "said": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"owner": "me"}}
          },
          "metadata": {"owner": "all", "version": "1"}
        }
        """

    @Test(
        arguments: [
            ("boolean", .boolean, true), ("string", .string, "hi"), ("integer", .integer, 10), ("integer", .number, 10),
            ("float", .number, 0.5), ("integral", .number, 10.0), ("integral", .integer, 10.0),
            ("object", .object, ["a": [1]]),
            ("huge", .integer, 9_223_372_036_854_775_807),
        ] as [(String, FlagType, JSON)]
    )
    func `a flag without a rule evaluates to its default variant`(
        key: String,
        type: FlagType,
        value: JSON
    ) throws {
        let evaluation = try FlagSet(text: Self.text).evaluate(key, EvaluationRequest(type: type))
        #expect(evaluation.value == value)
        #expect(evaluation.reason == .static && evaluation.fault == nil && evaluation.variant != nil)
    }

    @Test(
        arguments: [
            ("boolean", .string), ("boolean", .integer), ("boolean", .number), ("string", .boolean),
            ("string", .number),
            ("integer", .boolean), ("float", .integer), ("float", .string), ("object", .string), ("string", .object),
        ] as [(String, FlagType)]
    )
    func `a request for another type returns the caller's default`(key: String, type: FlagType) throws {
        let request = EvaluationRequest(type: type, callersDefault: "mine")
        let evaluation = try FlagSet(text: Self.text).evaluate(key, request)
        #expect(evaluation.value == "mine" && evaluation.variant == nil)
        #expect(evaluation.reason == .error && evaluation.fault?.code == "TYPE_MISMATCH")
    }

    @Test func `an unknown flag is reported with the nearest name`() throws {
        let evaluation = try FlagSet(text: Self.text).evaluate("boolaen", EvaluationRequest(callersDefault: false))
        #expect(evaluation.value == false && evaluation.reason == .error)
        #expect(evaluation.fault?.code == "FLAG_NOT_FOUND")
        #expect(evaluation.fault?.sentence(about: "boolaen") == "there is no flag boolaen; did you mean boolean?")
    }

    @Test(arguments: [("disabled", EvaluationReason.disabled), ("nothing", .default), ("undecided", .default)])
    func `a flag without a result returns the caller's default`(key: String, reason: EvaluationReason) throws {
        let flags = try FlagSet(text: Self.text)
        for callersDefault in ["mine", nil] as [JSON?] {
            let evaluation = try flags.evaluate(key, EvaluationRequest(type: .boolean, callersDefault: callersDefault))
            #expect(evaluation.value == callersDefault)
            #expect(evaluation.reason == reason && evaluation.fault == nil && evaluation.variant == nil)
        }
    }

    @Test(
        arguments: [
            (#"{"if":[{"var":"x"},"one"]}"#, "one", .targetingMatch),
            (#"{"if":[{"var":"y"},"one"]}"#, "default", .default),
            (#"{"==":[1,1]}"#, "true", .targetingMatch), (#"{"!":[1]}"#, "false", .targetingMatch),
            (#"{"starts_with":[{"var":"x"},"a"]}"#, "default", .default),
            (#"{"fractional":[["one",1]]}"#, "one", .split), (#"{"fractional":[[null,1]]}"#, "default", .default),
            (#"{"if":[{"var":"x"},{"fractional":[["two",1]]}]}"#, "two", .split),
            (#"{"if":[{"fractional":[[true,1]]},"two"]}"#, "two", .targetingMatch),
            (#"{"or":[{"fractional":[["",1]]},"two"]}"#, "two", .targetingMatch),
            (#"{"and":["two",{"fractional":[["one",1]]}]}"#, "one", .split),
            (#"{"fractional":[[{"fractional":[["one",1]]},1]]}"#, "one", .split),
            (#"{"cat":["o",{"fractional":[["ne",1]]}]}"#, "one", .targetingMatch),
        ] as [(String, String, EvaluationReason)]
    )
    func `a rule selects a variant or falls back to the default variant`(
        rule: String,
        variant: String,
        reason: EvaluationReason
    ) throws {
        let evaluation = try FlagSet(rule: rule).evaluate("flag", given: ["x": 1, "targetingKey": "me"])
        #expect(evaluation.variant == variant && evaluation.value == .string("\(variant) value"))
        #expect(evaluation.reason == reason && evaluation.fault == nil)
    }

    @Test func `a numeric result selects the variant with that name`() throws {
        let flags = try FlagSet(rule: #"{"+":[{"var":"x"},1]}"#, variants: ["1", "2", "2.5"])
        #expect(try flags.evaluate("flag", given: ["x": 1]).variant == "2")
        #expect(try flags.evaluate("flag", given: ["x": 1.5]).variant == "2.5")
    }

    @Test(arguments: [#"{"cat":["on"]}"#, #"{"if":[true,["one"]]}"#, #"{"if":[true,{}]}"#, #"{"+":[1,1]}"#])
    func `a result that names no variant is an error`(rule: String) throws {
        let evaluation = try FlagSet(rule: rule).evaluate("flag", EvaluationRequest(callersDefault: "mine"))
        #expect(evaluation.value == "mine" && evaluation.reason == .error && evaluation.fault?.code == "GENERAL")
    }

    @Test func `an error message does not contain a list result`() throws {
        let flags = try FlagSet(rule: #"{"if":[true,[{"var":"x"},{"var":"x"}]]}"#)
        let evaluation = try flags.evaluate("flag", given: ["x": .string(String(repeating: "a", count: 1_000_000))])
        let sentence = "the rule of flag returns an array, which cannot name a variant"
        #expect(evaluation.fault?.sentence(about: "flag") == sentence)
    }

    @Test func `a targeting key that is not a string stops no rule`() throws {
        let flags = try FlagSet(rule: #"{"if":[true,"one"]}"#)
        let evaluation = try flags.evaluate("flag", given: ["targetingKey": 7])
        #expect(evaluation.variant == "one" && evaluation.reason == .targetingMatch)
    }

    @Test func `a split by a targeting key that is not a string gives the default variant`() throws {
        let flags = try FlagSet(rule: #"{"fractional":[["one"],["two"]]}"#)
        let evaluation = try flags.evaluate("flag", given: ["targetingKey": 7])
        #expect(evaluation.variant == "default" && evaluation.reason == .default && evaluation.fault == nil)
    }

    @Test func `flag metadata overrides document metadata`() throws {
        let flags = try FlagSet(text: Self.text)
        #expect(try flags.evaluate("boolean").flag?.metadata == ["owner": "all", "version": "1"])
        #expect(try flags.evaluate("said").flag?.metadata == ["owner": "me", "version": "1"])
    }

    @Test func `rules see the flag's key and the time`() throws {
        let rule =
            #"{"if":[{"and":[{"==":[{"var":"$flagd.flagKey"},"flag"]},{">":[{"var":"$flagd.timestamp"},100]}]},"one","two"]}"#
        let flags = try FlagSet(rule: rule)
        #expect(try flags.evaluate("flag", given: ["$flagd": ["timestamp": 0]], at: 101).variant == "one")
        #expect(try flags.evaluate("flag", given: ["$flagd": ["timestamp": 200]], at: 100).variant == "two")
    }

    @Test func `an evaluation is written with all its members`() throws {
        let flags = try FlagSet(text: Self.text)
        func text(_ key: String, _ request: EvaluationRequest = EvaluationRequest()) throws -> String {
            var writer = JSONWriter()
            try flags.evaluate(key, request).write(for: key, to: &writer)
            return String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self)
        }
        #expect(
            try text("said")
                == #"{"key":"said","value":true,"variant":"on","reason":"STATIC","metadata":{"owner":"me","version":"1"}}"#
        )
        #expect(
            try text("nowhere", EvaluationRequest(callersDefault: 1))
                == #"{"key":"nowhere","value":1,"reason":"ERROR","errorCode":"FLAG_NOT_FOUND","errorMessage":"there is no flag nowhere"}"#
        )
        let override = EvaluationRequest(override: .value(false))
        #expect(
            try text("said", override).hasPrefix(#"{"key":"said","value":false,"reason":"STATIC","overridden":true,"#)
        )
    }
}
