import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct ChangeTests {
    @Test(arguments: [
        (#"{"type":"boolean"}"#, "true", "false"), (#"{"type":"boolean"}"#, "false", "true"),
        (#"{"type":"string","enum":["a","b","c"]}"#, #""a""#, #""b""#),
        (#"{"type":"string","enum":["a","b","c"]}"#, #""c""#, #""a""#),
        (#"{"type":"string","enum":["a","b","c"]}"#, #""gone""#, #""a""#),
        (#"{"type":"number","enum":[1,2]}"#, "1.0", "2"),
        (#"{"type":"number","enum":[0.3,2]}"#, "0.30000000000000004", "2"),
        (#"{"type":"boolean","enum":[true]}"#, "true", "true"),
    ])
    func `toggle flips a boolean and cycles through an enum`(spec: String, value: String, toggled: String) throws {
        #expect(try Spec(text: spec).toggled(JSON.parse(value)) == JSON.parse(toggled))
    }

    @Test func `toggle refuses other values`() throws {
        let fault = #expect(throws: ValueFault.self) { try Spec(text: #"{"type":"number"}"#).toggled(1) }
        #expect(fault?.kind == .typeMismatch)
        let sentence = "k cannot be toggled; only a boolean or a value with an enum can be toggled"
        #expect(fault?.sentence(about: "k") == sentence)
        #expect(try FreeKind.boolean.toggled(true) == false)
        #expect(throws: ValueFault.self) { try FreeKind.number.toggled(1) }
    }

    @Test(
        arguments: [
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "0", 1, "3"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "3", 2, "9"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "9", 1, "10"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "10", 1, "10"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "10", -1, "9"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "6", -9, "0"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "4", 0, "3"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "6", 9_223_372_036_854_775_807, "10"),
            (#"{"type":"number","minimum":0,"maximum":10,"step":3}"#, "6", -9_223_372_036_854_775_808, "0"),
            (#"{"type":"number","step":0.1}"#, "0.1", 1, "0.2"), (#"{"type":"number","step":0.1}"#, "0.2", 1, "0.3"),
            (#"{"type":"number","minimum":-0.9,"step":0.3}"#, "-0.3", 1, "0.0"),
            (#"{"type":"number","minimum":-0.9,"step":0.3}"#, "-0.9", 2, "-0.3"),
            (#"{"type":"number","step":0.1}"#, "0.7", -7, "0.0"), (#"{"type":"number"}"#, "0.5", 2, "2.5"),
            (#"{"type":"integer","maximum":5}"#, "4", 7, "5"), (#"{"type":"integer"}"#, "4", -7, "-3"),
            (#"{"type":"integer","exclusiveMaximum":5}"#, "4", 1, "4"),
            (#"{"type":"integer"}"#, "9223372036854775806", 5, "9223372036854775807"),
            (#"{"type":"integer","step":7}"#, "9223372036854775801", 5, "9223372036854775807"),
            (#"{"type":"integer","step":1}"#, "18.0", 1, "19"),
            (#"{"type":"string","enum":["a","b","c"]}"#, #""a""#, 1, #""b""#),
            (#"{"type":"string","enum":["a","b","c"]}"#, #""b""#, 9, #""c""#),
            (#"{"type":"string","enum":["a","b","c"]}"#, #""b""#, -9_223_372_036_854_775_808, #""a""#),
        ] as [(String, String, Int64, String)]
    )
    func `step moves by steps within the range`(spec: String, value: String, steps: Int64, stepped: String) throws {
        #expect(try Spec(text: spec).stepped(JSON.parse(value), by: steps) == JSON.parse(stepped))
    }

    @Test func `step moves an undeclared number by one`() throws {
        #expect(try FreeKind.number.stepped(3, by: -2) == 1)
        #expect(try FreeKind.number.stepped(0.5, by: 2) == 2.5)
        #expect(try FreeKind.number.stepped(.integer(.max), by: 1) == .integer(.max))
        #expect(throws: ValueFault(.cannotStep, in: "a")) { try FreeKind.string.stepped("a", by: 1) }
        #expect(throws: ValueFault(.cannotStep, in: "a")) { try Spec(text: #"{"type":"string"}"#).stepped("a", by: 1) }
    }

    @Test(arguments: Seeds.all)
    func `step always returns a valid value`(seed: UInt64) throws {
        var random = RandomSpec(seed: seed)
        for _ in 0..<100 {
            let definition = random.numberSpec()
            guard let spec = try? Spec(definition) else { continue }
            var value = try spec.clamped(random.number())
            for steps in [1, -1, 3, -2, 100, -200, .max, .min] as [Int64] {
                value = try spec.stepped(value, by: steps)
                #expect(spec.fault(in: value) == nil, "\(JSON.object(definition).line) \(value.line) by \(steps)")
            }
        }
    }

    @Test(arguments: [
        (TunableType.integer, "18", "18"), (.integer, "18.0", "18"), (.integer, "-1.9", "-1"),
        (.integer, "1e300", "1e300"),
        (.number, "18", "18"), (.number, "1.5", "1.5"), (.string, #""a""#, #""a""#), (.boolean, "true", "true"),
        (.array, "[]", "[]"), (.object, "{}", "{}"),
    ])
    func `a value is converted to the requested type`(type: TunableType, value: String, converted: String) throws {
        #expect(try type.converted(JSON.parse(value)) == JSON.parse(converted))
    }

    @Test(arguments: [
        (TunableType.integer, "\"1\""), (.integer, "true"), (.number, "\"1\""), (.string, "1"), (.boolean, "1"),
        (.boolean, "\"true\""), (.array, "{}"), (.object, "[]"), (.string, "true"),
    ])
    func `conversion refuses a value of another type`(type: TunableType, value: String) throws {
        let value = try JSON.parse(value)
        #expect(throws: ValueFault(.type(type), in: value)) { try type.converted(value) }
    }
}
