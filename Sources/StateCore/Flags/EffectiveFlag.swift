package import FlagEngine

/// A flag as one client sees it: from inside its world, or from outside every world.
package struct EffectiveFlag: Sendable {
    package let definition: FlagDefinition
    /// The origin of the definition.
    package let origin: Origin
    /// The override: the one in the world, or else the shared one.
    ///
    /// It has no effect if it does not fit the definition.
    package let override: StoredOverride?
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
        origin = flag.origin
        isLimited = flag.isLimited
        // As with values of tunables, an override that does not fit is ignored, and the next origin decides.
        let ownFits = own.map { definition.fits($0.content) } ?? false
        let sharedFits = flag.override.map { definition.fits($0.content) } ?? false
        isOverridden = ownFits || sharedFits
        isOverriddenInWorld = ownFits || own != nil && !sharedFits
        override = isOverriddenInWorld ? own : flag.override
    }

    /// Returns the evaluation of the flag, with the override and the kill switch applied.
    package func evaluate(_ request: EvaluationRequest, in context: EvaluationContext) -> Evaluation {
        guard isOverridden || isLimited else { return definition.evaluate(request, in: context) }
        var request = request
        request.override = isOverridden ? override?.content : nil
        request.isLimited = isLimited
        return definition.evaluate(request, in: context)
    }
}
