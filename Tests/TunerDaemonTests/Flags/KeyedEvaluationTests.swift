import FlagEngine
import JSONCore
import Testing
import TunerAPI

@testable import TunerDaemon

/// Tests that the special encoder for evaluations writes the declared format.
@Suite struct KeyedEvaluationTests {
    private static let rule: JSON = ["if": [["==": [["var": "plan"], "pro"]], "ö\"", nil]]
    private static let definition: JSON = [
        "state": "ENABLED", "variants": ["ö\"": ["k": 1.0], "b": [:]], "defaultVariant": "b", "targeting": rule,
        "metadata": ["owner": "ü\u{2028}", "version": 2],
    ]

    private func written(_ evaluation: Evaluation, _ key: String) throws -> String {
        var writer = JSONWriter()
        try KeyedEvaluation(key: key, evaluation: evaluation).write(to: &writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    private func check(_ text: String) throws -> EvaluationRecord {
        let bytes = Array(text.utf8)
        let record = try EvaluationRecord(members: try JSON.check(bytes.span), in: bytes.span)
        var writer = JSONWriter()
        try record.writeAsDeclared(to: &writer)
        #expect(String(decoding: [UInt8](writer.bytes), as: UTF8.self) == text)
        return record
    }

    @Test func `the special encoder writes results of rules, defaults, overrides and kill switches`() throws {
        let key = "x \\y"
        let flag = try FlagDefinition.read(Self.definition, key: try FlagKey(key))
        let contexts = [["plan": "pro"], ["plan": 1], [:]] as [JSONObject]
        let overrides: [FlagOverride?] = [nil, .variant("b"), .value(["z": nil])]
        var seen: Set<String> = []
        for context in contexts {
            for override in overrides {
                for explains in [false, true] {
                    for isLimited in [false, true] {
                        var request = EvaluationRequest(override: override, explains: explains)
                        request.isLimited = isLimited
                        let evaluation = flag.evaluate(request, in: EvaluationContext(given: context))
                        let record = try check(try written(evaluation, key))
                        #expect((record.isLimited == true) == isLimited)
                        #expect(record.metadata?.count == 2)
                        seen.insert(record.reason)
                    }
                }
            }
        }
        #expect(seen.isSuperset(of: ["STATIC", "DEFAULT", "TARGETING_MATCH"]), "\(seen)")
    }

    @Test(arguments: [nil, .some(.null), "ü"] as [JSON?])
    func `the special encoder writes errors with and without a caller's default`(callersDefault: JSON?) throws {
        let record = try check(try written(.unknown(nearest: "b\"", default: callersDefault), "a\u{1}"))
        #expect(record.errorCode == "FLAG_NOT_FOUND")
        #expect(record.value == callersDefault)
        let flag = try FlagDefinition.read(Self.definition, key: try FlagKey("a"))
        let request = EvaluationRequest(type: .boolean, callersDefault: callersDefault)
        let other = try check(try written(flag.evaluate(request, in: EvaluationContext()), "a"))
        #expect(other.errorCode == "TYPE_MISMATCH")
    }
}
