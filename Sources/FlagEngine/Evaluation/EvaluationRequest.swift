package import JSONCore

/// The options of one evaluation.
package struct EvaluationRequest: Sendable {
    /// The type that the value must have; nil for any type.
    package var type: FlagType?

    /// The value to return if the flag provides none.
    package var callersDefault: JSON?

    /// The override; ignored if it does not fit the flag's definition.
    package var override: FlagOverride?

    /// Whether the kill switch limits the flag.
    package var isLimited = false

    /// Whether the evaluation includes an explanation.
    package var explains = false

    package var limits = RuleLimits()

    package init() {}

    package init(
        type: FlagType? = nil,
        callersDefault: JSON? = nil,
        override: FlagOverride? = nil,
        isLimited: Bool = false,
        explains: Bool = false,
        limits: RuleLimits = RuleLimits()
    ) {
        self.type = type
        self.callersDefault = callersDefault
        self.override = override
        self.isLimited = isLimited
        self.explains = explains
        self.limits = limits
    }
}
