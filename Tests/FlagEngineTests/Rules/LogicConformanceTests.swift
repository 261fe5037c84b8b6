import FlagEngine
import JSONCore
import TestSupport
import Testing

/// Tests with the public suite of JsonLogic: a rule, data, and the expected result.
@Suite(Conformance.data) struct LogicConformanceTests {
    @Test func `every JsonLogic suite case gives the expected result`() throws {
        let cases = try #require(try Conformance.json("json-logic", "tests.json").array)
        var judged = 0
        for parts in cases.compactMap(\.array) {
            judged += 1
            let rule = try Rule.compiled(parts[0])
            let result = try rule.value(for: parts[1])
            #expect(result == parts[2], "\(parts[0].text) for \(parts[1].text)")
        }
        #expect(judged == 277)
    }
}
