import JSONCore
import TestSupport
import Testing
import TunableEngine

@Suite struct ClampTests {
    @Test(arguments: [
        (#"{"type":"number","minimum":0,"maximum":40}"#, "99", "40"),
        (#"{"type":"number","minimum":0,"maximum":40.0}"#, "99", "40.0"),
        (#"{"type":"number","minimum":0,"maximum":40}"#, "-1e300", "0"),
        (#"{"type":"number","minimum":0,"maximum":40}"#, "12.5", "12.5"),
        (#"{"type":"number","minimum":0,"maximum":40,"step":1}"#, "17.6", "18"),
        (#"{"type":"number","minimum":0,"maximum":40,"step":1}"#, "17.5", "18"),
        (#"{"type":"number","minimum":0,"maximum":40,"step":1}"#, "18.0", "18.0"),
        (#"{"type":"number","minimum":0,"maximum":10,"step":4}"#, "9.5", "10"),
        (#"{"type":"number","minimum":0,"maximum":10,"step":4}"#, "9", "10"),
        (#"{"type":"number","minimum":0,"maximum":10,"step":4}"#, "8.9", "8"),
        (#"{"type":"number","minimum":1,"maximum":9,"step":4}"#, "3", "5"),
        (#"{"type":"number","step":0.1}"#, "0.33", "0.3"),
        (#"{"type":"number","step":0.1}"#, "0.25", "0.3"),
        (#"{"type":"number","step":0.5}"#, "-0.25", "0.0"),
        (#"{"type":"number","step":0.5}"#, "-0.75", "-0.5"),
        (#"{"type":"number","minimum":-3,"step":2}"#, "-2", "-1"),
        (#"{"type":"integer"}"#, "2.5", "3"),
        (#"{"type":"integer"}"#, "-2.5", "-2"),
        (#"{"type":"integer","minimum":1.5}"#, "0", "2"),
        (#"{"type":"integer","maximum":10.5}"#, "99", "10"),
        (#"{"type":"integer","minimum":1.5,"step":2}"#, "5.5", "6"),
        (#"{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":5}"#, "9", "4"),
        (#"{"type":"integer","exclusiveMinimum":0,"exclusiveMaximum":5}"#, "0", "1"),
        (#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":5,"step":2}"#, "7", "4"),
        (#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":4,"step":2}"#, "-7", "2"),
        (#"{"type":"number","minimum":0,"exclusiveMinimum":3,"maximum":9}"#, "9.5", "9"),
        (#"{"type":"integer","maximum":9223372036854775807,"step":10}"#, "9223372036854775806", "9223372036854775807"),
        (#"{"type":"integer","step":10}"#, "9007199254740993", "9007199254740990"),
        (#"{"type":"integer","step":10}"#, "9007199254740995", "9007199254741000"),
        (#"{"type":"number","enum":[1,5,2]}"#, "3.5", "5"),
        (#"{"type":"number","enum":[1,5,2]}"#, "3.4", "2"),
        (#"{"type":"number","enum":[1,5,2]}"#, "-9", "1"),
        (#"{"type":"number","enum":[0,2000000001]}"#, "1000000000", "0"),
        (#"{"type":"integer","enum":[1,5]}"#, "2.9", "1"),
        (#"{"type":"string"}"#, #""a""#, #""a""#),
    ])
    func `clamp returns the nearest valid number`(spec: String, value: String, clamped: String) throws {
        #expect(try Spec(text: spec).clamped(JSON.parse(value)) == JSON.parse(clamped))
    }

    @Test(arguments: [
        (#"{"type":"number","maximum":40}"#, #""99""#), (#"{"type":"string","maxLength":2}"#, #""abc""#),
        (#"{"type":"string","enum":["a"]}"#, #""b""#), (#"{"type":"array","maxItems":1}"#, "[1,2]"),
        (#"{"type":"array","items":{"type":"number","maximum":1}}"#, "[2]"), (#"{"type":"boolean"}"#, "1"),
    ])
    func `clamp refuses an invalid value that is not a number`(spec: String, value: String) throws {
        let spec = try Spec(text: spec)
        let value = try JSON.parse(value)
        let fault = try #require(spec.fault(in: value))
        #expect(throws: fault) { try spec.clamped(value) }
    }

    @Test(
        arguments: [
            (#"{"type":"number","exclusiveMinimum":5}"#, 5.0), (#"{"type":"number","exclusiveMinimum":5}"#, -1),
            (#"{"type":"number","exclusiveMaximum":-0.3}"#, 0), (#"{"type":"number","exclusiveMinimum":0}"#, -1),
            (#"{"type":"number","exclusiveMinimum":1e200,"maximum":1e300}"#, 0),
        ] as [(String, JSON)]
    )
    func `clamp returns a number close to an exclusive bound`(spec: String, value: JSON) throws {
        let spec = try Spec(text: spec)
        let clamped = try spec.clamped(value)
        #expect(spec.fault(in: clamped) == nil)
        #expect(try spec.clamped(clamped) == clamped)
        guard case .double(let number) = clamped,
            let bound = spec.definition.members.first(where: { $0.name != "type" })
        else { return }
        let end = bound.value.approximate
        #expect(abs(number - end) <= abs(end) * 2e-9 + .leastNormalMagnitude)
    }

    @Test(arguments: Seeds.all)
    func `clamp returns the nearest valid value and is idempotent`(seed: UInt64) throws {
        var random = RandomSpec(seed: seed)
        var accepted = 0
        for _ in 0..<60 {
            let definition = random.numberSpec()
            // Some specs leave no value, and are refused.
            guard let spec = try? Spec(definition) else { continue }
            accepted += 1
            for _ in 0..<4 {
                let value = random.number()
                let clamped = try spec.clamped(value)
                let note = "\(JSON.object(definition).line) \(value.line) \(clamped.line)"
                #expect(spec.fault(in: clamped) == nil, "\(note)")
                #expect(try spec.clamped(clamped) == clamped, "\(note)")
                if spec.fault(in: value) == nil {
                    #expect(clamped == value, "\(note)")
                }
                try expectNothingNearer(than: clamped, to: value, spec, note)
            }
        }
        #expect(accepted > 15)
    }

    /// Checks every number of a fine grid around the value.
    private func expectNothingNearer(than clamped: JSON, to value: JSON, _ spec: Spec, _ note: String) throws {
        let target = value.approximate
        let distance = abs(clamped.approximate - target)
        for quarter in -30...30 {
            let number = (target * 4).rounded() / 4 + Double(quarter) / 4
            let other = abs(number - target)
            guard other < distance - 1e-6 else { continue }
            #expect(spec.fault(in: .double(number)) != nil, "\(number) is nearer: \(note)")
        }
        // This number is as near on the other side, and larger, so it is the expected result.
        let mirrored = 2 * target - clamped.approximate
        if clamped.approximate < target, abs(mirrored * 4 - (mirrored * 4).rounded()) < 1e-12 {
            #expect(spec.fault(in: .double(mirrored)) != nil, "\(mirrored) is as near: \(note)")
        }
    }
}

extension JSON {
    fileprivate var approximate: Double {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: .nan
        }
    }
}
