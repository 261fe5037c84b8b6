import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct ObjectSpecTests {
    private let definition = #"""
        {"type":"object","default":{"x":1,"y":{"on":true}},"properties":{"x":{"type":"number","unit":"m/s","maximum":9},\#
        "y":{"type":"object","properties":{"on":{"type":"boolean"}}}},"required":["x"],"additionalProperties":false}
        """#

    @Test func `the definition of an object keeps the words of its members`() throws {
        let spec = try Spec(text: definition)
        #expect(
            spec.definition["properties"]
                == [
                    "x": ["type": "number", "maximum": 9, "unit": "m/s"],
                    "y": ["type": "object", "properties": ["on": ["type": "boolean"]]],
                ]
        )
        #expect(try spec != Spec(text: #"{"type":"object","default":{"x":1,"y":{"on":true}}}"#))
    }

    @Test(arguments: [
        (#"{"x":2,"y":{"on":false}}"#, nil),
        (#"{"x":10}"#, "wind.x must be at most 9, got 10"),
        (#"{"x":"2"}"#, "wind.x must be a number, got a string"),
        (#"{"x":1,"y":{"on":1}}"#, "wind.y.on must be true or false, got a number"),
        (#"{"y":{"on":true}}"#, "wind.x is missing"),
        (#"{"x":1,"z":1}"#, "wind.z is not declared; did you mean x?"),
    ])
    func `a value is checked member by member`(_ value: String, _ sentence: String?) throws {
        let fault = try Spec(text: definition).fault(in: try JSON.parse(value))
        #expect(fault?.sentence(about: "wind") == sentence)
    }

    @Test func `a default that breaks the words of its members is a fault`() {
        #expect {
            try Spec(text: #"{"type":"object","default":{"x":"a"},"properties":{"x":{"type":"number"}}}"#)
        } throws: { error in
            (error as? SpecFaults)?.faults.map(\.pointer) == ["/default"]
        }
    }

    @Test func `an object without words for its members takes any members`() throws {
        #expect(try Spec(text: #"{"type":"object"}"#).fault(in: ["anything": [1]]) == nil)
        #expect(try Spec(text: #"{"type":"object","properties":{}}"#).fault(in: ["anything": [1]]) == nil)
    }
}
