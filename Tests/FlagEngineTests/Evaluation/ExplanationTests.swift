import FlagEngine
import JSONCore
import Testing

@Suite struct ExplanationTests {
    private static func explain(_ rule: String, _ given: JSONObject) throws -> Explanation {
        let evaluation = try FlagSet(rule: rule).evaluate("flag", EvaluationRequest(explains: true), given: given)
        return try #require(evaluation.explanation)
    }

    @Test func `an explanation records each branch and bucket with the variables read`() throws {
        let rule = """
            {"if": [{"==": [{"var": "country"}, "CH"]}, "one",
                    {"in": [{"var": "role"}, ["dev", "ops"]]},
                    {"fractional": [{"var": "email"}, ["one", 25], [{"if": [{"var": "x"}, "one", "two"]}, 75]]}]}
            """
        let explanation = try Self.explain(rule, ["country": "DE", "role": "ops", "email": "user1"])
        let expected = try JSON(
            text: """
                {"steps": [
                  {"at": "", "operator": "if", "conditions": [false, true], "taken": 3,
                   "saw": {"country": "DE", "role": "ops"}},
                  {"at": "/if/3", "operator": "fractional", "key": "user1", "hash": 3305849917, "bucket": 76, "total": 100,
                   "weights": [25, 75], "taken": 1, "saw": {"email": "user1"}},
                  {"at": "/if/3/fractional/2/0", "operator": "if", "conditions": [null], "taken": 2, "saw": {"x": null}}
                 ],
                 "values": {
                   "": "two", "/if/0": false, "/if/0/==/0": "DE", "/if/2": true, "/if/2/in/0": "ops", "/if/3": "two",
                   "/if/3/fractional/0": "user1", "/if/3/fractional/2/0": "two", "/if/3/fractional/2/0/if/0": null
                 }}
                """
        )
        #expect(.object(explanation.json) == expected, "\(JSON.object(explanation.json).text)")
    }

    @Test(
        arguments: [
            (#"{"?:":[true,"one"]}"#, ""), (#"{"!":{"if":[1]}}"#, "/!"), (#"{"!":[{"if":[1]}]}"#, "/!/0"),
            (#"{"/":[1,{"if":[1]}]}"#, "/~1/1"), (#"{"var":["a",{"if":["one"]}]}"#, "/var/1"),
            (#"{"in":["one",["two",{"if":["one"]}]]}"#, "/in/1/1"), (#"{"?:":[{"if":[1]},"one"]}"#, "/?:/0"),
            (#"{"fractional":[{"if":["k"]},["one",1]]}"#, "/fractional/0"),
            (#"{"fractional":[["one",{"if":[1]}]]}"#, "/fractional/0/1"),
        ]
    )
    func `an explanation step names its path in the rule`(rule: String, pointer: String) throws {
        let explanation = try Self.explain(rule, ["targetingKey": "me"])
        #expect(explanation.steps.contains { $0.pointer == pointer }, "\(JSON.object(explanation.json).text)")
    }

    @Test func `a split without a bucketing key is explained without a choice`() throws {
        let explanation = try Self.explain(#"{"fractional":[{"var":"email"},["one",1]]}"#, [:])
        let step = try #require(explanation.steps.first)
        guard case .split(let split) = step.outcome else { throw FlagKeyFault.empty }
        #expect(split.key == nil && split.hash == nil && split.taken == nil)
        #expect(step.variables == ["email": nil])
    }

    @Test func `an explanation records variables read outside branches`() throws {
        let explanation = try Self.explain(#"{"==":[{"var":"x"},{"var":["y",2]}]}"#, ["x": 1])
        #expect(explanation.steps.isEmpty && explanation.variables == ["x": 1, "y": 2])
    }

    @Test func `an explanation has the values of the evaluated operators, also of those computed before`() throws {
        let rule = #"{"if":[{"or":[{"==":[1,2]},{"var":"a"},{"var":"b"}]},"one",{"cat":["t","wo"]}]}"#
        let explanation = try Self.explain(rule, ["a": true])
        #expect(explanation.values == ["": "one", "/if/0": true, "/if/0/or/0": false, "/if/0/or/1": true])
        #expect(try Self.explain(rule, [:]).values["/if/2"] == "two")
    }

    @Test func `an explanation has the value of the last element, and a limited number of values`() throws {
        let rule = #"{"some":[{"var":"list"},{"==":[{"var":""},"b"]}]}"#
        #expect(try Self.explain(rule, ["list": ["a", "b", "c"]]).values["/some/1/==/0"] == "b")
        let long = try Self.explain(rule, ["list": .array((0..<4_000).map { .integer($0) })])
        #expect(long.isCut && long.values[""] == false && long.values.count == 4)
    }

    @Test func `an explanation has a limited number of steps`() throws {
        let rule = #"{"some":[{"var":"list"},{"if":[{"var":"a"},true]}]}"#
        let explanation = try Self.explain(rule, ["list": .array((0..<2_000).map { .integer($0) })])
        #expect(explanation.isCut && explanation.steps.count <= 256)
        #expect(explanation.json["more"] == true)
    }

    @Test func `an explanation shortens large values`() throws {
        let long = String(repeating: "a", count: 1_000)
        let list = JSON.array((0..<100).map { .integer($0) })
        let explanation = try Self.explain(#"{"if":[{"var":""},"one"]}"#, ["text": .string(long), "list": list])
        #expect(JSON.object(explanation.json).text.utf8.count < 2_000)
        #expect(explanation.steps.first?.variables[""]?.object?["list"]?.array?.count == 17)
    }

    @Test func `an explanation exists only on request and only for a rule`() throws {
        #expect(try FlagSet(rule: #"{"if":[1,"one"]}"#).evaluate("flag").explanation == nil)
        #expect(try FlagSet(rule: "{}").evaluate("flag", EvaluationRequest(explains: true)).explanation == nil)
    }
}
