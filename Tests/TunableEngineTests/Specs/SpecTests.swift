import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct SpecTests {
    @Test func `a spec accepts every keyword`() throws {
        let spec = try Spec(
            text: #"""
                {"type": "integer", "default": 4, "minimum": 0, "maximum": 40, "exclusiveMinimum": -1,
                 "exclusiveMaximum": 41, "step": 2, "unit": "px", "title": "T", "description": "D", "tags": ["a"],
                 "group": "g", "restart": true, "readOnly": true, "deprecated": true, "x-anything": [null]}
                """#
        )
        #expect(spec.type == .integer)
        #expect(spec.defaultValue == 4)
        #expect(spec.isReadOnly)
        let strings = #"{"type":"string","minLength":1,"maxLength":9,"pattern":"^#","format":"color"}"#
        #expect(try Spec(text: strings).type == .string)
        let array = #"""
            {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "minItems": 0, "maxItems": 3,
             "uniqueItems": true, "merge": "union", "onUnknown": "drop"}
            """#
        #expect(try Spec(text: array).merge == .union)
    }

    @Test func `a definition has a fixed order and omits redundant keywords`() throws {
        let spec = try Spec(
            text: #"""
                {"x-note": 1, "restart": false, "merge": "replace", "maxItems": 3, "uniqueItems": false, "tags": [],
                 "type": "array", "items": {"enum": ["a"], "x-a": 1, "type": "string"}, "onUnknown": "refuse"}
                """#
        )
        let line = #"{"type":"array","items":{"type":"string","enum":["a"]},"maxItems":3}"#
        #expect(JSON.object(spec.definition).line == line)
    }

    @Test(arguments: [
        #"{"type":"number","minimum":0,"x-scale":"linear"}"#, #"{"type":"number","minimum":0.1,"x-scale":"log"}"#,
        #"{"type":"number","exclusiveMinimum":0,"x-scale":"log"}"#, #"{"type":"integer","x-scale":"log"}"#,
    ])
    func `a definition has the scale`(text: String) throws {
        #expect(JSON.object(try Spec(text: text).definition).line == text)
    }

    @Test func `specs ignore keyword order and ignored keywords when compared`() throws {
        let spec = try Spec(text: #"{"type":"number","minimum":0,"maximum":1}"#)
        #expect(try spec == Spec(text: #"{"maximum":1,"x-a":1,"minimum":0,"type":"number","deprecated":false}"#))
        #expect(try spec == Spec(text: #"{"type":"number","minimum":0.0,"maximum":1e0}"#))
        #expect(try spec != Spec(text: #"{"maximum":1,"minimum":0,"type":"integer"}"#))
        #expect(try spec != Spec(text: #"{"maximum":1,"minimum":0,"type":"number","title":"t"}"#))
    }

    @Test(arguments: [
        ("[]", "", "the spec must be an object, got an array"),
        ("{}", "", "the spec has no type; use one of boolean, integer, number, string, array, object"),
        (
            #"{"type":"strnig"}"#, "/type",
            "type must be one of boolean, integer, number, string, array, object, got strnig; did you mean string?"
        ),
        (#"{"type":["string"]}"#, "/type", "type must be the name of one type, got an array"),
        (
            #"{"type":"null"}"#, "/type",
            "type must be one of boolean, integer, number, string, array, object, got null"
        ),
        (#"{"type":"number","minimun":1}"#, "/minimun", "minimun is not a keyword of specs; did you mean minimum?"),
        (#"{"type":"object","$comment":""}"#, "/$comment", "$comment is not a keyword of specs"),
        (#"{"type":"object","properties":[]}"#, "/properties", "properties must be an object, got an array"),
        (#"{"type":"number","required":["x"]}"#, "/required", "required is not allowed for the type number"),
        (
            #"{"type":"object","properties":{"x":{"type":"number","group":"g"}}}"#, "/properties/x/group",
            "/properties/x/group is allowed only at the top level of a spec"
        ),
        (
            #"{"type":"object","properties":{"x":{"type":"number","readOnly":true}}}"#, "/properties/x/readOnly",
            "/properties/x/readOnly is allowed only at the top level of a spec"
        ),
        (#"{"type":"number","$ref":"a"}"#, "/$ref", "$ref is not a keyword of specs"),
        (#"{"type":"number","minLength":1}"#, "/minLength", "minLength is not allowed for the type number"),
        (#"{"type":"string","step":1}"#, "/step", "step is not allowed for the type string"),
        (#"{"type":"boolean","merge":"union"}"#, "/merge", "merge is not allowed for the type boolean"),
        (#"{"type":"number","minimum":"1"}"#, "/minimum", "minimum must be a number, got a string"),
        (
            #"{"type":"number","minimum":2,"maximum":1}"#, "/minimum",
            "minimum is 2 and maximum is 1, so no value is possible"
        ),
        (
            #"{"type":"number","minimum":2,"exclusiveMaximum":2}"#, "/minimum",
            "minimum is 2 and exclusiveMaximum is 2, so no value is possible"
        ),
        (
            #"{"type":"number","exclusiveMinimum":2,"exclusiveMaximum":2.0}"#, "/exclusiveMinimum",
            "exclusiveMinimum is 2 and exclusiveMaximum is 2.0, so no value is possible"
        ),
        (#"{"type":"integer","minimum":0.2,"maximum":0.8}"#, "", "the spec allows no value"),
        (#"{"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2}"#, "", "the spec allows no value"),
        (
            #"{"type":"number","step":5,"exclusiveMinimum":1,"exclusiveMaximum":4}"#, "",
            "the spec allows no value"
        ),
        (#"{"type":"string","x-scale":"log"}"#, "/x-scale", "x-scale is not allowed for the type string"),
        (#"{"type":"number","x-scale":"cubic"}"#, "/x-scale", "x-scale must be one of linear, log, got cubic"),
        (
            #"{"type":"number","minimum":0,"x-scale":"log"}"#, "/x-scale",
            "x-scale is log, so minimum must be more than 0, got 0"
        ),
        (
            #"{"type":"number","maximum":0,"x-scale":"log"}"#, "/x-scale",
            "x-scale is log, so maximum must be more than 0, got 0"
        ),
        (
            #"{"type":"number","exclusiveMaximum":0,"x-scale":"log"}"#, "/x-scale",
            "x-scale is log, so exclusiveMaximum must be more than 0, got 0"
        ),
        (
            #"{"type":"integer","maximum":-5,"x-scale":"log"}"#, "/x-scale",
            "x-scale is log, so maximum must be more than 0, got -5"
        ),
        (
            #"{"type":"integer","exclusiveMinimum":-1,"x-scale":"log"}"#, "/x-scale",
            "x-scale is log, so exclusiveMinimum must be at least 0, got -1"
        ),
        (#"{"type":"number","step":0}"#, "/step", "step must be more than 0, got 0"),
        (#"{"type":"number","step":-0.5}"#, "/step", "step must be more than 0, got -0.5"),
        (#"{"type":"integer","step":0.5}"#, "/step", "step must be a whole number for the type integer, got 0.5"),
        (
            #"{"type":"string","minLength":-1}"#, "/minLength",
            "minLength must be a whole number, 0 or more, got a number"
        ),
        (
            #"{"type":"string","maxLength":1.5}"#, "/maxLength",
            "maxLength must be a whole number, 0 or more, got a number"
        ),
        (
            #"{"type":"string","minLength":2,"maxLength":1}"#, "/minLength",
            "minLength is 2 and maxLength is 1, so no value is possible"
        ),
        (
            #"{"type":"array","minItems":2,"maxItems":1}"#, "/minItems",
            "minItems is 2 and maxItems is 1, so no value is possible"
        ),
        (#"{"type":"string","pattern":"("}"#, "/pattern", "pattern has an unclosed ( at character 1"),
        (
            #"{"type":"string","pattern":"(a)\\1"}"#, "/pattern",
            "pattern has a backreference, which is not supported, at character 4"
        ),
        (
            #"{"type":"string","format":"colour"}"#, "/format",
            "format must be one of color, duration, got colour; did you mean color?"
        ),
        (#"{"type":"string","enum":[]}"#, "/enum", "enum must have a value"),
        (#"{"type":"string","enum":"a"}"#, "/enum", "enum must be an array, got a string"),
        (#"{"type":"number","enum":[1,2,1.0]}"#, "/enum/2", "/enum/2 is equal to the value at index 0"),
        (#"{"type":"string","enum":["a",1]}"#, "/enum/1", "/enum/1 must be a string, got a number"),
        (#"{"type":"number","enum":[1,9],"maximum":5}"#, "/enum/1", "/enum/1 must be at most 5, got 9"),
        (#"{"type":"number","default":"a"}"#, "/default", "default must be a number, got a string"),
        (#"{"type":"number","default":null}"#, "/default", "default must be a number, got null"),
        (#"{"type":"integer","default":1.5}"#, "/default", "default must be a whole number, got 1.5"),
        (#"{"type":"number","default":50,"maximum":40}"#, "/default", "default must be at most 40, got 50"),
        (
            #"{"type":"string","default":"c","enum":["a","b"]}"#, "/default",
            #"default must be one of "a", "b", got "c"; did you mean a?"#
        ),
        (
            #"{"type":"array","items":{"type":"number","maximum":1},"default":[0,2]}"#, "/default",
            "default[1] must be at most 1, got 2"
        ),
        (#"{"type":"array","items":[]}"#, "/items", "items must be an object, got an array"),
        (
            #"{"type":"array","items":{}}"#, "/items",
            "items has no type; use one of boolean, integer, number, string, array, object"
        ),
        (
            #"{"type":"array","items":{"type":"number","minimum":2,"maximum":1}}"#, "/items/minimum",
            "/items/minimum is 2 and maximum is 1, so no value is possible"
        ),
        (
            #"{"type":"array","items":{"type":"array","items":{"type":"x"}}}"#, "/items/items/type",
            "/items/items/type must be one of boolean, integer, number, string, array, object, got x"
        ),
        (
            #"{"type":"array","items":{"type":"string","group":"g"}}"#, "/items/group",
            "/items/group is allowed only at the top level of a spec"
        ),
        (
            #"{"type":"array","onUnknown":"drop"}"#, "/onUnknown",
            "onUnknown needs an enum in items"
        ),
        (
            #"{"type":"array","merge":"join"}"#, "/merge",
            "merge must be one of replace, union, got join"
        ),
        (#"{"type":"number","tags":"a"}"#, "/tags", "tags must be an array of strings, got a string"),
        (#"{"type":"number","tags":["a",1]}"#, "/tags/1", "/tags/1 must be a string, got a number"),
        (#"{"type":"number","readOnly":1}"#, "/readOnly", "readOnly must be true or false, got a number"),
        (#"{"type":"number","title":1}"#, "/title", "title must be a string, got a number"),
        (#"{"type":"number","a/b~":1}"#, "/a~1b~0", "a/b~ is not a keyword of specs"),
    ])
    func `an invalid spec is refused with the path of the fault`(text: String, pointer: String, sentence: String) {
        let refusal = #expect(throws: SpecFaults.self) { try Spec(text: text) }
        #expect(refusal?.faults.map(\.pointer) == [pointer])
        #expect(refusal?.faults.map(\.description) == [sentence])
    }

    @Test func `a spec reports all its faults`() {
        let refusal = #expect(throws: SpecFaults.self) {
            try Spec(
                text: #"""
                    {"type": "array", "titel": "x", "step": 1, "minItems": -1, "unit": 2,
                     "items": {"type": "string", "pattern": "[", "enum": []}}
                    """#
            )
        }
        #expect(
            refusal?.faults.map(\.pointer)
                == ["/titel", "/step", "/unit", "/minItems", "/items/enum", "/items/pattern"]
        )
    }

    @Test func `the facts of a spec fault contain its pointer and details`() throws {
        let refusal = #expect(throws: SpecFaults.self) { try Spec(text: #"{"type":"number","defualt":1}"#) }
        #expect(refusal?.faults.first?.facts == ["pointer": "/defualt", "nearest": "default"])
        let broken = #expect(throws: SpecFaults.self) { try Spec(text: #"{"type":"number","default":9,"maximum":5}"#) }
        let facts: JSONObject = ["pointer": "/default", "value": 9, "constraint": "maximum", "maximum": 5]
        #expect(broken?.faults.first?.facts == facts)
    }

    @Test func `items may nest up to the limit`() throws {
        var spec: JSON = ["type": "string"]
        for _ in 0..<64 {
            spec = ["type": "array", "items": spec]
        }
        #expect(throws: Never.self) { try Spec(spec) }
        let refusal = #expect(throws: SpecFaults.self) { try Spec(["type": "array", "items": spec] as JSON) }
        #expect(refusal?.faults.map(\.problem) == [.tooDeep(limit: 64)])
    }

    @Test func `a default drops its unknown items`() throws {
        let spec = try Spec(
            text: #"""
                {"type": "array", "items": {"type": "string", "enum": ["a"]}, "onUnknown": "drop",
                 "default": ["a", "z"]}
                """#
        )
        #expect(spec.defaultValue == ["a"])
    }
}
