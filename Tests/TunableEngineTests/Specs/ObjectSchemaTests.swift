import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct ObjectSchemaTests {
    private static let schema = #"""
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "a", "$comment": "b", "title": "T",
         "properties": {
             "ui.scale": {"type": "number", "minimum": 1, "examples": [2], "$comment": "c", "step": 0.5},
             "net": {"type": "object", "properties": {"port": {"type": "integer"}}, "required": ["port"],
                     "additionalProperties": false}
         },
         "required": ["ui.scale"], "additionalProperties": false}
        """#

    @Test(arguments: [
        (#"{"ui.scale": 2}"#, []),
        (#"{"ui.scale": 2, "net": {"port": 80}}"#, []),
        (#"{"ui.scale": 0}"#, ["ui.scale must be at least 1, got 0"]),
        (#"{}"#, ["ui.scale is missing"]),
        (#"{"ui.scal": 2}"#, ["ui.scal is not declared; did you mean ui.scale?", "ui.scale is missing"]),
        (#"{"ui.scale": 1, "net": {}}"#, ["net.port is missing"]),
        (#"{"ui.scale": 1, "net": {"port": 1, "prot": 2}}"#, ["net.prot is not declared; did you mean port?"]),
        (
            #"{"net": {"port": "80"}, "ui.scale": 1.3}"#,
            [
                "net.port must be a whole number, got a string",
                "ui.scale must be 1 plus a multiple of 0.5, got 1.3",
            ]
        ),
    ])
    func `a schema reports every fault in a set of values`(values: String, sentences: [String]) throws {
        guard case .object(let schema) = try JSON.parse(ObjectSchemaTests.schema),
            case .object(let values) = try JSON.parse(values)
        else { return }
        let faults = try ObjectSchema(schema).faults(in: values)
        #expect(faults.map { $0.fault.sentence(about: $0.key) } == sentences)
    }

    @Test(arguments: [
        (#"{"$ref": "x"}"#, "$ref is not a keyword of specs"),
        (#"{"properties": {"a": {"type": "string", "$ref": "x"}}}"#, "/properties/a/$ref is not a keyword of specs"),
        (#"{"properties": {"a": {"type": "string", "const": "x"}}}"#, "/properties/a/const is not a keyword of specs"),
        (#"{"anyOf": []}"#, "anyOf is not a keyword of specs"),
        (#"{"properties": {"a": true}}"#, "/properties/a must be an object, got a boolean"),
        (#"{"properties": []}"#, "properties must be an object, got an array"),
        (
            #"{"properties": {"a": {}}}"#,
            "/properties/a has no type; use one of boolean, integer, number, string, array, object"
        ),
        (#"{"required": "a"}"#, "required must be an array of strings, got a string"),
        (#"{"additionalProperties": {}}"#, "additionalProperties must be true or false, got an object"),
        (#"{"type": "array"}"#, "type must be one of object, got array"),
        (
            #"{"type": "objekt"}"#,
            "type must be one of boolean, integer, number, string, array, object, got objekt; did you mean object?"
        ),
        (
            #"{"properties": {"a.b/c": {"type": "number", "minimum": 2, "maximum": 1}}}"#,
            "/properties/a.b~1c/minimum is 2 and maximum is 1, so no value is possible"
        ),
    ])
    func `a schema with an unsupported keyword is refused with its pointer`(schema: String, sentence: String) throws {
        guard case .object(let schema) = try JSON.parse(schema) else {
            Issue.record("\(schema) is no object")
            return
        }
        let refusal = #expect(throws: SpecFaults.self) { try ObjectSchema(schema) }
        #expect(refusal?.faults.map(\.description) == [sentence])
    }

    @Test func `property names are compared byte by byte`() throws {
        let schema = try ObjectSchema(["properties": ["\u{e9}": ["type": "number"]], "additionalProperties": false])
        #expect(schema.faults(in: ["e\u{301}": 1]).count == 1)
        #expect(schema.faults(in: ["\u{e9}": 1]).isEmpty)
    }

    @Test func `definitions of tunables form a schema that can be read back`() throws {
        let spec = #"""
            {"type": "array", "default": ["a"], "items": {"type": "string", "enum": ["a", "b"]}, "merge": "union",
             "onUnknown": "drop", "tags": ["t"], "group": "g", "restart": true, "unit": "u", "readOnly": true}
            """#
        let definitions = [
            try Spec(text: spec).definition,
            try Spec(text: #"{"type":"number","step":0.5,"minimum":1}"#).definition,
            FreeKind.number.definition,
        ]
        var properties = JSONObject()
        for (name, definition) in zip(["features", "ui.scale", "free.one"], definitions) {
            properties[name] = .object(definition)
        }
        let json: JSONObject = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        let schema = try ObjectSchema(json)
        #expect(schema.faults(in: ["ui.scale": 1.5, "features": ["b"], "free.one": 1]).isEmpty)
        #expect(schema.faults(in: ["ui.scale": 0, "features": 1, "free.one": "a", "other": 1]).count == 4)
    }
}
