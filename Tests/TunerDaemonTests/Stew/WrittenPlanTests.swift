import JSONCore
import StewEngine
import TestSupport
import Testing
import TunerAPI

@testable import TunerDaemon

@Suite struct WrittenPlanTests {
    /// Every combination of words, heats and tips, with whole and broken ounces.
    private static func plans() throws -> [StewPlan] {
        var plans: [StewPlan] = []
        for varietal in Varietal.allCases {
            for style in StewStyle.allCases {
                for (ounces, model) in [(4.0, StewModel.v1), (28.349523125, .v2)] {
                    for (unit, heat) in [(StewUnit.fahrenheit, StewHeat.lowSimmer), (.celsius, .mediumSimmer)] {
                        for showsTips in [false, true] {
                            plans.append(
                                StewPlan(
                                    StewInputs(try StewWeight(ounces: ounces), varietal, style),
                                    StewSettings(model: model, unit: unit, showsTips: showsTips),
                                    minutes: 1_440,
                                    heat
                                )
                            )
                        }
                    }
                }
            }
        }
        return plans
    }

    private static func text(of value: some JSONWritable) throws -> String {
        var writer = JSONWriter()
        try value.write(to: &writer)
        return String(decoding: [UInt8](writer.bytes), as: UTF8.self)
    }

    /// What a record writes that was read from a text; unknown and missing members are faults.
    private static func text<Record: JSONRecord>(_ text: String, through record: Record.Type) throws -> String {
        let bytes = Array(text.utf8)
        return try self.text(of: Record(members: try JSON.check(bytes.span), in: bytes.span))
    }

    @Test func `a result is written as it is declared`() throws {
        for plan in try Self.plans() {
            let text = try Self.text(of: WrittenPlan(plan))
            #expect(try Self.text(text, through: StewResult.self) == text)
        }
    }

    @Test func `a subscription's first plan is written as it is declared`() throws {
        for plan in try Self.plans() {
            var written = WrittenPlan(plan)
            written.subscription = "w\"1"
            let text = try Self.text(of: written)
            #expect(try Self.text(text, through: SubscribeStewResult.self) == text)
        }
    }

    @Test(arguments: [nil, ErrorKind.unknownWorld])
    func `a notification is written as it is declared`(end: ErrorKind?) throws {
        for plan in try Self.plans() {
            var written = WrittenPlan(plan)
            written.subscription = "w1"
            written.end = end
            let text = try Self.text(of: written)
            #expect(try Self.text(text, through: StewChangedParameters.self) == text)
            #expect(text.contains("ended") == (end != nil))
        }
    }
}
