import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct CheckTests {
    @Test(arguments: [
        (#"{"type":"boolean"}"#, "[true,false]"),
        (#"{"type":"integer"}"#, "[1,-1,18.0,1e3,1e300,9223372036854775807,18446744073709551615]"),
        (#"{"type":"number","minimum":0,"maximum":40}"#, "[0,40,-0.0,0.5,40.000000001,40.0]"),
        (#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}"#, "[1e-300,0.5,0.99]"),
        (#"{"type":"number","step":0.1}"#, "[0,0.1,0.3,0.30000000000000004,-0.7,1e9,123456.7]"),
        (#"{"type":"number","minimum":-0.3,"step":0.1}"#, "[-0.3,0,5.551115123125783e-17,0.1]"),
        (#"{"type":"integer","minimum":1,"maximum":10,"step":4}"#, "[1,5,9,10]"),
        (#"{"type":"number","minimum":1000000,"step":0.1}"#, "[1000000.1,1000000.7]"),
        (
            #"{"type":"integer","minimum":-9223372036854775808,"step":5}"#,
            "[-9223372036854775808,-9223372036854775803,9223372036854775807]"
        ),
        (#"{"type":"number","enum":[0.3,5]}"#, "[0.3,0.30000000000000004,5.0,5]"),
        (#"{"type":"string","minLength":2,"maxLength":3}"#, #"["ab","abc","😀é"]"#),
        (#"{"type":"string","pattern":"b"}"#, #"["abc"]"#),
        (#"{"type":"string","enum":["","a"]}"#, #"["","a"]"#),
        (#"{"type":"array"}"#, #"[[],[1,"a",null]]"#),
        (#"{"type":"array","uniqueItems":true}"#, #"[[],[1,2],[1,true],[0,false],["1",1],[[1],[2]],[null,[],{}]]"#),
        (#"{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2}"#, "[[1],[1,2.0]]"),
        (#"{"type":"object"}"#, #"[{},{"a":null}]"#),
        (#"{"type":"object","enum":[{"a":1,"b":2}]}"#, #"[{"b":2.0,"a":1}]"#),
    ])
    func `a value that obeys its spec is accepted unchanged`(spec: String, values: String) throws {
        let spec = try Spec(text: spec)
        guard case .array(let values) = try JSON.parse(values) else {
            Issue.record("\(values) is no array")
            return
        }
        for value in values {
            #expect(spec.fault(in: value) == nil, "\(value)")
            #expect(try spec.accepted(value) == value, "the spelling is kept")
        }
    }

    @Test(arguments: [
        (#"{"type":"boolean"}"#, "1", "k must be true or false, got a number", #"{"expected":"boolean","value":1}"#),
        (#"{"type":"integer"}"#, "1.5", "k must be a whole number, got 1.5", #"{"value":1.5,"expected":"integer"}"#),
        (#"{"type":"number"}"#, "null", "k must be a number, got null", #"{"value":null,"expected":"number"}"#),
        (#"{"type":"string"}"#, "[]", "k must be a string, got an array", #"{"expected":"string"}"#),
        (
            #"{"type":"number","minimum":0,"maximum":40}"#, "99", "k must be at most 40, got 99",
            #"{"constraint":"maximum","value":99,"minimum":0,"maximum":40}"#
        ),
        (
            #"{"type":"number","minimum":0,"maximum":40}"#, "-0.5", "k must be at least 0, got -0.5",
            #"{"constraint":"minimum","value":-0.5,"minimum":0,"maximum":40}"#
        ),
        (
            #"{"type":"number","exclusiveMinimum":1}"#, "1.0", "k must be more than 1, got 1.0",
            #"{"constraint":"exclusiveMinimum","value":1.0,"exclusiveMinimum":1}"#
        ),
        (
            #"{"type":"number","exclusiveMinimum":0.3}"#, "0.30000000000000004",
            "k must be more than 0.3, got 0.30000000000000004",
            #"{"constraint":"exclusiveMinimum","value":0.30000000000000004,"exclusiveMinimum":0.3}"#
        ),
        (
            #"{"type":"number","exclusiveMaximum":1}"#, "1", "k must be less than 1, got 1",
            #"{"constraint":"exclusiveMaximum","value":1,"exclusiveMaximum":1}"#
        ),
        (
            #"{"type":"integer","maximum":9223372036854775806}"#, "9223372036854775807",
            "k must be at most 9223372036854775806, got 9223372036854775807",
            #"{"constraint":"maximum","value":9223372036854775807,"maximum":9223372036854775806}"#
        ),
        (
            #"{"type":"integer","step":2}"#, "9007199254740993",
            "k must be a multiple of 2, got 9007199254740993",
            #"{"constraint":"step","value":9007199254740993,"step":2}"#
        ),
        (
            #"{"type":"number","minimum":1,"step":0.5}"#, "1.3",
            "k must be 1 plus a multiple of 0.5, got 1.3",
            #"{"constraint":"step","value":1.3,"minimum":1,"step":0.5}"#
        ),
        (
            #"{"type":"number","minimum":0.0,"step":0.1}"#, "9.81",
            "k must be a multiple of 0.1, got 9.81",
            #"{"constraint":"step","value":9.81,"minimum":0.0,"step":0.1}"#
        ),
        (
            #"{"type":"number","step":1}"#, "1000000000.5",
            "k must be a multiple of 1, got 1000000000.5",
            #"{"constraint":"step","value":1000000000.5,"step":1}"#
        ),
        (
            #"{"type":"number","step":0.1}"#, "0.30000001",
            "k must be a multiple of 0.1, got 0.30000001",
            #"{"constraint":"step","value":0.30000001,"step":0.1}"#
        ),
        (
            #"{"type":"string","enum":["fast","slow"]}"#, #""fats""#,
            #"k must be one of "fast", "slow", got "fats"; did you mean fast?"#,
            #"{"constraint":"enum","value":"fats","nearest":"fast","enum":["fast","slow"]}"#
        ),
        (#"{"type":"number","enum":[1]}"#, "2", "k must be 1, got 2", #"{"constraint":"enum","value":2,"enum":[1]}"#),
        (
            #"{"type":"string","minLength":1,"maxLength":3}"#, #""""#, "k must have at least 1 character, got 0",
            #"{"constraint":"minLength","value":"","length":0,"minLength":1,"maxLength":3}"#
        ),
        (
            #"{"type":"string","maxLength":2}"#, #""😀😀😀""#, "k must have at most 2 characters, got 3",
            #"{"constraint":"maxLength","value":"😀😀😀","length":3,"maxLength":2}"#
        ),
        (
            #"{"type":"string","pattern":"^a"}"#, #""b""#, #"k must match ^a, got "b""#,
            #"{"constraint":"pattern","value":"b","pattern":"^a"}"#
        ),
        (
            #"{"type":"string","format":"color"}"#, #""red""#, #"k must be a color as #RRGGBB or #RRGGBBAA, got "red""#,
            #"{"constraint":"format","value":"red","format":"color"}"#
        ),
        (
            #"{"type":"array","minItems":2}"#, "[1]", "k must have at least 2 items, got 1",
            #"{"constraint":"minItems","items":1,"minItems":2}"#
        ),
        (
            #"{"type":"array","maxItems":1}"#, "[1,2]", "k must have at most 1 item, got 2",
            #"{"constraint":"maxItems","items":2,"maxItems":1}"#
        ),
        (
            #"{"type":"array","uniqueItems":true}"#, #"[{"a":1,"b":[2]},3,{"b":[2.0],"a":1}]"#,
            "k[2] must differ from the item at [0], got an object",
            #"{"constraint":"uniqueItems","item":2,"first":0,"uniqueItems":true}"#
        ),
        (
            #"{"type":"array","items":{"type":"number","maximum":5}}"#, "[1,9]", "k[1] must be at most 5, got 9",
            #"{"constraint":"maximum","value":9,"item":1,"maximum":5}"#
        ),
        (
            #"{"type":"array","items":{"type":"array","items":{"type":"string"}}}"#, #"[[],["a",1]]"#,
            "k[1][1] must be a string, got a number",
            #"{"value":1,"item":1,"pointer":"/1/1","expected":"string"}"#
        ),
        (
            #"{"type":"array","items":{"type":"string","enum":["a"]}}"#, #"["b"]"#,
            #"k[0] must be "a", got "b"; did you mean a?"#,
            #"{"constraint":"enum","value":"b","item":0,"nearest":"a","enum":["a"]}"#
        ),
    ])
    func `a value that violates a spec is refused with the name of the constraint`(
        spec: String,
        value: String,
        sentence: String,
        facts: String
    ) throws {
        let value = try JSON.parse(value)
        let fault = try #require(try Spec(text: spec).fault(in: value))
        #expect(fault.sentence(about: "k") == sentence)
        #expect(try JSON.object(fault.facts) == JSON.parse(facts))
        let isMismatch = fault.facts["expected"] != nil
        #expect(fault.kind == (isMismatch ? .typeMismatch : .outOfRange))
        #expect(throws: fault) { try Spec(text: spec).accepted(value) }
    }

    @Test(arguments: [
        ("[]", "[]"), (#"["a","z","b"]"#, #"["a","b"]"#), (#"["z",1,null]"#, "[]"), (#"["a","b"]"#, #"["a","b"]"#),
    ])
    func `unknown items are dropped with onUnknown drop`(given: String, kept: String) throws {
        let spec = try Spec(
            text: #"""
                {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "onUnknown": "drop", "maxItems": 2}
                """#
        )
        #expect(try spec.accepted(JSON.parse(given)) == JSON.parse(kept))
        #expect(try spec.clamped(JSON.parse(given)) == JSON.parse(kept))
    }

    @Test func `dropped items do not count toward array limits`() throws {
        let spec = try Spec(
            text: #"""
                {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "onUnknown": "drop",
                 "minItems": 1, "uniqueItems": true}
                """#
        )
        #expect(spec.fault(in: ["z"])?.problem == .minItems(0))
        #expect(spec.fault(in: ["a", "z", "z"]) == nil)
        #expect(spec.fault(in: ["z", "a", "a"])?.facts["item"] == 2)
    }

    @Test func `a repeated item at the end of a long array is found`() throws {
        let spec = try Spec(text: #"{"type":"array","uniqueItems":true}"#)
        let many = (0..<50_000).map { JSON.integer($0) }
        #expect(spec.fault(in: .array(many)) == nil)
        #expect(spec.fault(in: .array(many + [49_999.0]))?.problem == .repeated(first: 49_999))
    }

    @Test func `a fault abbreviates a long string`() throws {
        let long = String(repeating: "x", count: 10_000)
        let fault = try #require(try Spec(text: #"{"type":"string","pattern":"^y"}"#).fault(in: .string(long)))
        #expect(fault.sentence(about: "k").utf8.count < 200)
        guard case .string(let value)? = fault.facts["value"] else {
            Issue.record("\(fault.facts) has no text")
            return
        }
        #expect(value.utf8.count < 300)
    }
}
