import Testing
import TunerClient

@Suite struct TunerValueTests {
    @Test func `a literal has the case of its JSON`() {
        let value: TunerValue = ["b": [true, nil, 0.5], "a": "x", "n": 3]
        #expect(
            value
                == .object(["a": .string("x"), "b": .array([.bool(true), .null, .number(0.5)]), "n": .integer(3)])
        )
        #expect(value["b"]?[2] == 0.5)
        #expect(value["b"]?[3] == nil && value["c"] == nil && value[0] == nil && value["a"]?["b"] == nil)
    }

    @Test func `the text of an object has its members sorted by name`() {
        let value: TunerValue = ["c": 1, "a": ["z": 1, "y": 2], "b": 2]
        #expect(value.description == #"{"a":{"y":2,"z":1},"b":2,"c":1}"#)
    }

    @Test(arguments: [
        TunerValue.null, .bool(false), .integer(.max), .integer(.min), .number(0.1), .number(1), .string("é"),
        .array([.integer(1), .array([])]), .object(["a": .object([:])]),
    ])
    func `a value is encoded and decoded without a change`(_ value: TunerValue) throws {
        #expect(try TunerValue(encoding: value) == value)
        #expect(try value.decoded(as: TunerValue.self) == value)
        #expect(try TunerValue(encoding: ["in": value]).decoded(as: [String: TunerValue].self) == ["in": value])
    }

    @Test func `an infinite number in a value is refused`() {
        #expect(throws: EncodingError.self) { try TunerValue(encoding: TunerValue.array([.number(.infinity)])) }
    }

    @Test func `a tunable of any shape has the type of its default`() async throws {
        let tuner = Tuner.preview(values: ["t.wind": ["x": 2]])
        let wind = Tunable("t.wind", default: ["x": 1.5, "y": 0] as TunerValue, on: tuner)
        #expect(wind.value["x"] == .integer(2))
        await #expect(throws: TunerError.self) { try await wind.set("strong") }
        try await wind.set(["x": 9_007_199_254_740_993])
        #expect(wind.value == ["x": .integer(9_007_199_254_740_993)])
    }
}
