package import FlagEngine

/// A flag as one client sees it: from inside its world, or from outside every world.
package struct EffectiveFlag: Sendable {
    package let definition: FlagDefinition
    private let shared: StoredFlag
    private let own: WorldOverride?
    /// Whether ``override`` is the world's override.
    package let isOverriddenInWorld: Bool
    /// Whether an override fits the definition, so that it has an effect.
    package let isOverridden: Bool
    /// Whether the kill switch selects the default variant.
    package let isLimited: Bool

    /// Creates the flag from its shared part and the world's override, or returns nil if the flag has no definition.
    package init?(_ flag: StoredFlag?, own: StoredOverride? = nil) {
        guard let flag, let definition = flag.definition else { return nil }
        self.definition = definition
        shared = flag
        isLimited = flag.isLimited
        guard own != nil || flag.isOverridden else {
            (isOverridden, isOverriddenInWorld, self.own) = (false, false, nil)
            return
        }
        self.own = own.map { WorldOverride($0) }
        // As with values of tunables, an override that does not fit is ignored, and the next origin decides.
        let ownFits = own.map { definition.fits($0.content) } ?? false
        let sharedFits = flag.override.map { definition.fits($0.content) } ?? false
        isOverridden = ownFits || sharedFits
        isOverriddenInWorld = ownFits || own != nil && !sharedFits
    }

    /// The origin of the definition.
    package var origin: Origin { shared.origin }

    /// The override: the one in the world, or else the shared one.
    ///
    /// It has no effect if it does not fit the definition.
    package var override: StoredOverride? { isOverriddenInWorld ? own?.override : shared.override }

    /// The rule that decides; nil if an override, the kill switch, or the state decides, or if there is no rule.
    package var decidingRule: Rule? {
        isOverridden || isLimited || !definition.isEnabled ? nil : definition.rule
    }

    /// Returns the evaluation of the flag, with the override and the kill switch applied.
    ///
    /// `reader` is the reader of the values that the deciding rule needs; nil if the rule looks them up in the context.
    package func evaluate(
        _ request: EvaluationRequest,
        in context: EvaluationContext,
        reading reader: ContextReader? = nil
    ) -> Evaluation {
        guard isOverridden || isLimited else { return definition.evaluate(request, in: context, reading: reader) }
        var request = request
        request.override = isOverridden ? override?.content : nil
        request.isLimited = isLimited
        return definition.evaluate(request, in: context)
    }
}

/// The box of an override in a world, which keeps a flag without one small.
private final class WorldOverride: Sendable {
    let override: StoredOverride

    init(_ override: StoredOverride) {
        self.override = override
    }
}
