import FlagEngine
import JSONCore
import Testing

@Suite struct BuiltInFlagsTests {
    @Test func `six flags are built in`() throws {
        let values = BuiltInFlags.all.definitions.map { flag in
            (flag.key.text, BuiltInFlags.all.evaluate(flag.key, in: EvaluationContext()).value)
        }
        let expected: [(String, JSON)] = [
            ("algo.reductionModel", "v1"), ("ui.DarkMode", false), ("ui.enableLogin", false),
            ("ui.showAdvancedTips", false),
            ("ui.showUnitsToggle", false), ("units.defaultCelsius", false),
        ]
        #expect(values.map(\.0) == expected.map(\.0))
        #expect(values.map(\.1) == expected.map(\.1))
    }

    @Test func `the reduction model has two variants`() throws {
        let flag = try #require(BuiltInFlags.all[FlagKey("algo.reductionModel")])
        #expect(flag.variants == ["v1": "v1", "v2": "v2"] && flag.type == .string)
    }
}
