import FlagEngine
import JSONCore
import Testing

/// Tests of flags with an override, and of flags under a kill switch.
@Suite struct OverrideTests {
    private static let rule = #"{"if":[{"var":"x"},"one","two"]}"#

    private static func flag(_ state: String = "ENABLED", defaultVariant: String = #""off""#) throws -> FlagDefinition {
        let text =
            #"{"state":"\#(state)","variants":{"on":1,"off":0.0},"defaultVariant":\#(defaultVariant),"targeting":{"if":[true,"on"]}}"#
        return try FlagDefinition.read(JSON(text: text), key: FlagKey("flag"))
    }

    @Test func `an override with a variant decides before the rule`() throws {
        let flag = try Self.flag()
        let request = EvaluationRequest(type: .number, override: try flag.override(variant: "off"))
        let evaluation = flag.evaluate(request, in: EvaluationContext())
        #expect(evaluation.variant == "off" && evaluation.reason == .static && evaluation.isOverridden)
    }

    @Test func `a disabled flag can be overridden`() throws {
        let flag = try Self.flag("DISABLED")
        let evaluation = flag.evaluate(EvaluationRequest(override: .variant("on")), in: EvaluationContext())
        #expect(evaluation.value == 1 && evaluation.isOverridden)
    }

    @Test func `an override with a variant's value selects that variant`() throws {
        let flag = try Self.flag()
        #expect(try flag.override(value: 1) == .variant("on"))
        #expect(try flag.override(value: 1.0) == .variant("on"))
        #expect(try flag.override(value: 0) == .variant("off"))
        #expect(try flag.override(value: 7) == .value(7))
    }

    @Test func `an override that does not fit the flag is refused`() throws {
        let flag = try Self.flag()
        let variant = try #require(throws: FlagOverrideFault.self) { try flag.override(variant: "offf") }
        #expect(variant == .unknownVariant("offf", nearest: "off"))
        #expect(variant.sentence(about: "flag") == "flag has no variant offf; did you mean off?")
        let value = try #require(throws: FlagOverrideFault.self) { try flag.override(value: "on") }
        #expect(
            value.sentence(about: "flag")
                == "flag must be a number, got a string; to use the variant on, send variant instead of value"
        )
        let text = try #require(throws: FlagOverrideFault.self) { try flag.override(value: "one") }
        #expect(text.sentence(about: "flag") == "flag must be a number, got a string")
    }

    @Test(arguments: [FlagOverride.variant("gone"), .value("text")])
    func `a stored override that no longer fits the flag is ignored`(override: FlagOverride) throws {
        let evaluation = try Self.flag().evaluate(EvaluationRequest(override: override), in: EvaluationContext())
        #expect(evaluation.variant == "on" && !evaluation.isOverridden && evaluation.reason == .targetingMatch)
    }

    @Test func `a kill switch selects the default variant, even for an overridden flag`() throws {
        let request = EvaluationRequest(override: .variant("on"), isLimited: true)
        let evaluation = try Self.flag().evaluate(request, in: EvaluationContext())
        #expect(evaluation.variant == "off" && evaluation.reason == .default)
        #expect(evaluation.isLimited && !evaluation.isOverridden)
    }

    @Test func `a limited flag without a default variant or disabled returns the caller's default`() throws {
        let request = EvaluationRequest(callersDefault: 9, override: .variant("on"), isLimited: true)
        let bare = try Self.flag(defaultVariant: "null").evaluate(request, in: EvaluationContext())
        #expect(bare.value == 9 && bare.reason == .default && bare.isLimited)
        let off = try Self.flag("DISABLED").evaluate(request, in: EvaluationContext())
        #expect(off.value == 9 && off.reason == .disabled && off.isLimited)
    }
}
