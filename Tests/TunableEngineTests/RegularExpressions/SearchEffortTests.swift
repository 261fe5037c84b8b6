import JSONCore
import Testing
import TunableEngine

@Suite struct SearchEffortTests {
    @Test(arguments: [
        "^[^\u{0}]*$", "^(([a-z]+),)*[a-z]+$", "(lorem|ipsum|dolor|sit|amet)[0-9]", "\\bword\\b", "x{3000}", "^.*$",
    ])
    func `a common pattern searches a long text within the step limit`(pattern: String) throws {
        let expression = try RegularExpression(pattern)
        let text = String(repeating: "a", count: 100_000)
        var effort = SearchEffort(limit: 20_000)
        _ = try expression.matches(text, &effort)
    }

    /// A text in which no character is repeated.
    private static let everyOther = String((0x4E00..<0x4F00).compactMap { Unicode.Scalar($0) }.map { Character($0) })

    @Test(arguments: [
        ("(a?){2000}b", String(repeating: "a", count: 2_000)),
        ("(.*){1300}[xy]$", everyOther), ("(a[ab]{1000}){2}c", String(repeating: "aab", count: 2_000)),
    ])
    func `a search stops at the step limit`(pattern: String, text: String) throws {
        let expression = try RegularExpression(pattern)
        for remembers in [false, true] {
            var effort = SearchEffort(limit: 200_000)
            #expect(throws: SearchEffort.Exhausted.self) {
                try expression.matches(text, &effort, remembers: remembers)
            }
        }
    }

    @Test func `a value whose pattern exceeds the step limit is refused`() throws {
        let spec = try Spec(["type": "string", "pattern": "a[ab]{3000}c"] as JSONObject)
        var text = ""
        var random: UInt32 = 1
        for _ in 0..<20_000 {
            random = random &* 1_664_525 &+ 1_013_904_223
            text.append(random >> 31 == 0 ? "a" : "b")
        }
        let fault = try #require(spec.fault(in: .string(text)))
        #expect(fault.problem == .patternEffort)
        #expect(fault.kind == .outOfRange)
        #expect(fault.sentence(about: "k") == #"k takes more than 8388608 steps to match a[ab]{3000}c"#)
        #expect(fault.facts["pattern"] == "a[ab]{3000}c")
        #expect(fault.facts["steps"] == 8_388_608)
    }

    @Test func `all items of an array share one step limit`() throws {
        let item: JSON = ["type": "string", "pattern": "(a?){2000}b"]
        let spec = try Spec(["type": "array", "items": item] as JSONObject)
        let text = JSON.string(String(repeating: "a", count: 100))
        #expect(spec.fault(in: [text])?.problem == .pattern)
        let words = JSON.array(Array(repeating: .string("aaab"), count: 10_000))
        let fault = try #require(spec.fault(in: words))
        #expect(fault.problem == .patternEffort)
        #expect(fault.steps.count == 1)
    }
}
