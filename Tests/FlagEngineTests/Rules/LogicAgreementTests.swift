import FlagEngine
import JSONCore
import TestSupport
import Testing

@Suite struct LogicAgreementTests {
    @Test(arguments: Seeds.all)
    func `a compiled rule agrees with the naive evaluator`(seed: UInt64) throws {
        var random = RandomLogic(generator: SeededGenerator(seed: seed))
        for _ in 0..<250 {
            let logic = random.rule(depth: 4)
            let rule = try Rule.compiled(logic)
            for _ in 0..<3 {
                let data = random.data()
                let expected = NaiveLogic.value(logic, NaiveValue(data)).json
                let result = try rule.value(for: data)
                #expect(result == expected, "seed \(seed): \(logic.text) for \(data.text) gives \(result.text)")
                guard result == expected else { return }
            }
        }
    }
}
