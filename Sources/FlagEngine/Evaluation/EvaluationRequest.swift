package import JSONCore

/// How a flag is asked for.
package struct EvaluationRequest: Sendable {
    /// The type that the value must have; any, where none is said.
    package var type: FlagType?

    /// What holds where the flag says nothing.
    package var callersDefault: JSON?

    /// What someone forced; it counts while it fits the flag's definition.
    package var override: FlagOverride?

    /// Whether a kill switch holds for the flag.
    package var isLimited: Bool

    /// Whether the way through the rule is to be told.
    package var explains: Bool

    /// What the rule may cost.
    package var limits: RuleLimits

    /// A plain question, unless told otherwise.
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
