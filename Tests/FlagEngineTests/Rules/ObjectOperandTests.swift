import FlagEngine
import JSONCore
import Testing

/// An object with several members is data, as in json-logic-js.
@Suite struct ObjectOperandTests {
    private static let object = #"{"a":{"var":"x"},"b":[{"+":[1,2]}]}"#

    @Test(
        arguments: [
            (#"{"log":\#(object)}"#, ["a": ["var": "x"], "b": [["+": [1, 2]]]]),
            (#"{"log":[\#(object)]}"#, ["a": ["var": "x"], "b": [["+": [1, 2]]]]),
            (#"[1,\#(object)]"#, [1, ["a": ["var": "x"], "b": [["+": [1, 2]]]]]),
            (#"{"var":["missing",\#(object)]}"#, ["a": ["var": "x"], "b": [["+": [1, 2]]]]),
            (#"{"==":[{"var":"same"},\#(object)]}"#, false),
            (#"{"==":[{"cat":\#(object)},"[object Object]"]}"#, true),
            (#"{"in":[\#(object),[\#(object)]]}"#, false),
            (#"{"!!":[\#(object)]}"#, true),
            (
                #"{"map":[[1,2],{"if":[true,\#(object),0]}]}"#,
                [
                    ["a": ["var": "x"], "b": [["+": [1, 2]]]], ["a": ["var": "x"], "b": [["+": [1, 2]]]],
                ]
            ),
            (#"{"log":{"$ref":"x","b":1}}"#, ["$ref": "x", "b": 1]),
            (#"{"log":{"nope":[1],"b":1}}"#, ["nope": [1], "b": 1]),
        ] as [(String, JSON)]
    )
    func `an object with several members is not evaluated`(rule: String, result: JSON) throws {
        let data: JSON = ["x": 7, "same": ["a": ["var": "x"], "b": [["+": [1, 2]]]]]
        #expect(try Rule.compiled(JSON(text: rule)).value(for: data) == result)
    }

    @Test(
        arguments: [
            (#"{"log":{}}"#, [:]), (#"{"if":[true,{}]}"#, [:]), (#"{"starts_with":[{},"a"]}"#, nil),
            (#"{"sem_ver":[{},"=","1"]}"#, nil), (#"{"fractional":[{},["a"]]}"#, nil),
        ] as [(String, JSON)]
    )
    func `an empty object is data everywhere`(rule: String, result: JSON) throws {
        #expect(try Rule.compiled(JSON(text: rule)).value(for: ["targetingKey": "k"]) == result)
    }

    @Test func `an empty object as the whole rule is no rule`() throws {
        #expect(try FlagSet(rule: "{}").evaluate("flag", given: [:]).reason == .static)
    }

    @Test(arguments: [#"{"log":{"nope":1}}"#, #"{"==":[{"a":1},1]}"#, #"[{"a":{"b":1,"c":2}}]"#])
    func `an object with one member that is no operator is refused`(rule: String) throws {
        let fault = try #require(throws: FlagFault.self) { try Rule.compiled(JSON(text: rule)) }
        guard case .unknownOperator = fault.problem else {
            Issue.record("\(fault)")
            return
        }
    }

    @Test func `a reference inside an object that is data stays`() throws {
        let document: JSON = [
            "$evaluators": ["x": ["var": "a"]],
            "flags": [
                "flag": [
                    "state": "ENABLED", "variants": ["true": true],
                    "targeting": ["and": [["!!": [["$ref": "x"]]], ["!!": [["a": ["$ref": "x"], "b": 1]]]]],
                ]
            ],
        ]
        let flag = try #require(try FlagSet(document)[FlagKey("flag")])
        #expect(
            flag.definition["targeting"]
                == ["and": [["!!": [["var": "a"]]], ["!!": [["a": ["$ref": "x"], "b": 1]]]]]
        )
    }
}
