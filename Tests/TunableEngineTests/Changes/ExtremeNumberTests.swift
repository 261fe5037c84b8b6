import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct ExtremeNumberTests {
    @Test(arguments: [
        ("exclusiveMinimum", "1.7976931348623157e308"), ("exclusiveMinimum", "1.79769313486231e308"),
        ("exclusiveMaximum", "-1.7976931348623157e308"), ("exclusiveMaximum", "-1.79769313486231e308"),
    ])
    func `an exclusive bound that allows no number is refused with its pointer`(word: String, end: String) throws {
        for type in ["number", "integer"] {
            let spec = #"{"type":"\#(type)","\#(word)":\#(end)}"#
            expectFaults(of: spec, ["/\(word)"], about: [word])
            expectFaults(of: #"{"type":"array","items":\#(spec)}"#, ["/items/\(word)"], about: ["/items/\(word)"])
        }
    }

    private func expectFaults(of spec: String, _ pointers: [String], about subjects: [String]) {
        let faults = #expect(throws: SpecFaults.self) { try Spec(text: spec) }
        #expect(faults?.faults.map(\.pointer) == pointers, "\(spec)")
        #expect(faults?.faults.map(\.description) == subjects.map { "\($0) allows no value" })
    }

    @Test(
        arguments: [
            (#"{"type":"number","exclusiveMinimum":1.797693132e308}"#, 0, 1.7976931337976931e308),
            (#"{"type":"number","exclusiveMaximum":-1.797693132e308}"#, 0, -1.7976931337976931e308),
            (#"{"type":"number","exclusiveMinimum":5e-324}"#, 0, 0x1p-1072),
            (#"{"type":"number","exclusiveMinimum":9223372036854775807}"#, 0, 9.223372046078147e18),
            (#"{"type":"integer","exclusiveMinimum":9223372036854775807}"#, 0, 9.223372046078147e18),
            (#"{"type":"integer","exclusiveMinimum":1e300}"#, 0, 1.000000001e300),
        ] as [(String, JSON, Double)]
    )
    func `clamp returns a number close to an extreme exclusive bound`(
        spec: String,
        value: JSON,
        nearest: Double
    ) throws {
        let spec = try Spec(text: spec)
        guard case .double(let clamped) = try spec.clamped(value) else {
            Issue.record("an integer")
            return
        }
        #expect(spec.fault(in: .double(clamped)) == nil)
        #expect(abs(clamped - nearest) <= 8 * nearest.ulp, "\(clamped)")
    }

    @Test(
        arguments: [
            // The distance between both ends is greater than the largest number.
            (#"{"type":"number","minimum":-1.7e308,"step":1e307}"#, "1.6e308", 1, 1.7e308),
            (#"{"type":"number","minimum":-1.7e308,"step":1e307}"#, "1.6e308", -1, 1.5e308),
            // So many steps from the base exceed the largest number.
            (#"{"type":"number","step":5e-324}"#, "1", 1, 1),
            (#"{"type":"number","step":5e-324}"#, "-1e300", -1, -1e300),
            (#"{"type":"number","step":1e-10}"#, "1e300", .max, 1e300),
            (#"{"type":"number","step":5e-324}"#, "5e-324", 3, 0x1p-1072),
            (#"{"type":"number","step":1e308}"#, "1e308", 1, 1e308),
        ] as [(String, String, Int64, Double)]
    )
    func `step between extreme numbers returns the expected number`(
        spec: String,
        value: String,
        steps: Int64,
        stepped: Double
    ) throws {
        let spec = try Spec(text: spec)
        guard case .double(let end) = try spec.stepped(JSON.parse(value), by: steps) else {
            Issue.record("an integer")
            return
        }
        #expect(abs(end - stepped) <= 1e-9 * abs(stepped), "\(end)")
    }

    @Test(arguments: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "step", "enum", "items"])
    func `every operation on extreme numbers finishes and obeys the spec`(word: String) throws {
        var accepted = 0
        // All of them would take five minutes under a sanitizer.
        let bounds = ExtremeNumbers.all.enumerated().filter { !Demands.areSanitized || $0.offset.isMultiple(of: 5) }
        for (offset, bound) in bounds {
            // Combined with each other, all of them would be most of the time.
            for (definition, values) in definitions(word, bound, combined: offset.isMultiple(of: 3)) {
                guard let spec = try? Spec(definition) else { continue }
                accepted += 1
                for value in values {
                    if let broken = SpecAgreement.brokenRule(of: spec, by: value) {
                        Issue.record("\(broken): \(JSON.object(definition).line) \(value.line)")
                    }
                }
            }
        }
        #expect(accepted > bounds.count / 2)
    }

    private func definitions(
        _ word: String,
        _ bound: JSON,
        combined isCombined: Bool
    ) -> [(definition: JSONObject, values: [JSON])] {
        switch word {
        case "enum":
            return [(["type": "number", "enum": [bound, 0.25]], ExtremeNumbers.all)]
        case "items":
            return ["exclusiveMinimum", "exclusiveMaximum", "step"].map { word in
                (
                    ["type": "array", "items": .object(["type": "number", word: bound])],
                    ExtremeNumbers.few.map { [$0] }
                )
            }
        default:
            let types: [JSON] = ["number", "integer"]
            let alone = types.map { (["type": $0, word: bound] as JSONObject, ExtremeNumbers.all) }
            guard isCombined else { return alone }
            let combined = types.flatMap { type in
                ExtremeNumbers.few.flatMap { other in
                    ["exclusiveMaximum", "minimum", "step"].filter { $0 != word }.map { second in
                        (["type": type, word: bound, second: other] as JSONObject, ExtremeNumbers.few)
                    }
                }
            }
            return alone + combined
        }
    }
}
