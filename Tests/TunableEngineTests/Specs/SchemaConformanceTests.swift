import JSONCore
import TestSupport
import Testing
import TunableEngine

/// Tests with the public suite's cases for the keywords of declarations.
@Suite(Conformance.data) struct SchemaConformanceTests {
    /// The schemas of the suite that `Spec` refuses, with the reason.
    private static let refused: [String: String] = [
        "empty enum": "an enum must have a value",
        "heterogeneous enum validation": "values of one type only",
        "heterogeneous enum-with-null validation": "values of one type only, and null has none",
        "type as array with one item": "a type is one of six words",
        "multiple types can be specified in an array": "a type is one of six words",
        "type: array or object": "a type is one of six words",
        "type: array, object or null": "a type is one of six words",
        "null type matches only the null object": "null is no type",
    ]

    /// In the suite, words ignore values of other types.
    ///
    /// A spec always has a type, which refuses such values.
    private static let leftOut: Set<String> = ["ignores non-numbers"]

    @Test(arguments: ["type", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"])
    func `specs agree with the JSON Schema test suite`(word: String) throws {
        var judged = 0
        for group in try Group.all(of: word) {
            let schema = Self.typed(group.schema)
            let refusal = Self.refused[group.description]
            guard refusal == nil else {
                #expect(throws: SpecFaults.self, "\(group.description)") { try ObjectSchema(properties: schema) }
                continue
            }
            let read = try ObjectSchema(properties: schema)
            for test in group.tests where !Self.leftOut.contains(test.description) {
                judged += 1
                let isValid = read.faults(in: ["value": test.data]).isEmpty
                #expect(isValid == test.isValid, "\(group.description): \(test.description)")
            }
        }
        #expect(judged > 0)
    }

    /// Returns the schema with the type that a spec requires: that of the enum's values, or `number`.
    private static func typed(_ schema: JSONObject) -> JSONObject {
        var typed = schema
        if typed["type"] == nil {
            guard case .array(let values)? = schema["enum"] else {
                typed["type"] = "number"
                return typed
            }
            typed["type"] = values.first.flatMap { FreeKind(of: $0) }.map { .string($0.type.rawValue) } ?? "string"
        }
        if case .object(let properties)? = schema["properties"] {
            var typedProperties = JSONObject()
            for property in properties.members {
                guard case .object(let inner) = property.value else { continue }
                typedProperties[property.name] = .object(Self.typed(inner))
            }
            typed["properties"] = .object(typedProperties)
        }
        return typed
    }
}

extension ObjectSchema {
    /// Creates a schema of an object with the tested schema as its only member.
    fileprivate init(properties schema: JSONObject) throws {
        try self.init(["properties": ["value": .object(schema)]])
    }
}

/// A schema of the suite, with valid and invalid values.
private struct Group {
    let description: String
    let schema: JSONObject
    let tests: [(description: String, data: JSON, isValid: Bool)]

    static func all(of word: String) throws -> [Group] {
        let bytes = try Conformance.bytes("json-schema", "\(word).json")
        guard case .array(let groups) = try JSON.parse(bytes.span) else { return [] }
        return groups.compactMap { Group($0) }
    }

    private init?(_ value: JSON) {
        guard case .object(let group) = value, case .string(let description)? = group["description"],
            case .object(let schema)? = group["schema"], case .array(let tests)? = group["tests"]
        else { return nil }
        self.description = description
        self.schema = schema
        self.tests = tests.compactMap { test in
            guard case .object(let test) = test, case .string(let name)? = test["description"],
                let data = test["data"], case .boolean(let isValid)? = test["valid"]
            else { return nil }
            return (name, data, isValid)
        }
    }
}
