import TestSupport
import Testing
import TunableEngine

@Suite struct RegularExpressionAgreementTests {
    @Test(arguments: Seeds.all)
    func `the automaton agrees with a naive matcher`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let pattern = NaivePattern.random(depth: 4, using: &random)
            let expression = try RegularExpression(pattern.text)
            for _ in 0..<5 {
                let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    "ab-\n"["ab-\n".index("ab-\n".startIndex, offsetBy: Int.random(in: 0...3, using: &random))]
                }
                let expected = pattern.isFound(in: text)
                for remembers in [false, true] {
                    #expect(
                        try expression.matches(String(text), remembers: remembers) == expected,
                        "\(pattern.text) in \(String(text).debugDescription)"
                    )
                }
            }
        }
    }

    @Test(arguments: Seeds.all)
    func `the cached automaton agrees with the uncached one on long texts`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Texts in which many patterns do not match at the first offset.
        let letters = Array("aaaab-\nüü€")
        for _ in 0..<40 {
            let pattern = NaivePattern.random(depth: 4, using: &random)
            // With an anchor at both ends, the search reads the whole text.
            let text = String((0..<200).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
            for source in [pattern.text, "^(?:\(pattern.text)|[^b]|b)*$", "^(?:\(pattern.text)|a)*\\bz"] {
                let expression = try RegularExpression(source)
                #expect(
                    try expression.matches(text, remembers: true) == expression.matches(text, remembers: false),
                    "seed \(seed): \(source) in \(text.debugDescription)"
                )
            }
        }
    }

    @Test func `the automaton matches correctly after its cache is full`() throws {
        var random = SeededGenerator(seed: 7)
        // The positions of "a" among the last 15 characters are 32,768 sets.
        let expression = try RegularExpression("a[ab]{14}c")
        let text = String((0..<40_000).map { _ in Bool.random(using: &random) ? "a" : "b" } as [Character])
        for (end, isFound) in [(15, false), (14, true), (13, false)] {
            let whole = text + "ba" + String(repeating: "b", count: end) + "c"
            // After the last "a" are one "b" too many, the right number, or too few, with a "b" instead of an "a".
            #expect(try expression.matches(whole, remembers: true) == isFound)
        }
    }
}
