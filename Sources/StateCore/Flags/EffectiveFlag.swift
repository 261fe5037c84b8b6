package import FlagEngine

/// A flag as one client sees it, from inside its world or as everybody does who is in none.
package struct EffectiveFlag: Sendable {
    /// What it is.
    package let definition: FlagDefinition
    /// Where the definition comes from.
    package let origin: Origin
    /// What it is forced to be: by the world, else for all.
    package let forced: ForcedFlag?
    /// Whether that is so in the world alone.
    package let isForcedInWorld: Bool
    /// Whether what it is forced to be fits the definition, and so counts.
    package let isForced: Bool
    /// Whether a kill switch says that it takes its default variant.
    package let isLimited: Bool

    /// Puts together what all share and what a world forces; nothing where there is no definition.
    package init?(_ flag: StoredFlag?, own: ForcedFlag? = nil) {
        guard let flag, let definition = flag.definition else { return nil }
        self.definition = definition
        origin = flag.origin
        isLimited = flag.isLimited
        // As with values, what does not fit counts nowhere, and the next place shows through.
        let ownFits = own.map { definition.fits($0.override) } ?? false
        let sharedFits = flag.forced.map { definition.fits($0.override) } ?? false
        isForced = ownFits || sharedFits
        isForcedInWorld = ownFits || own != nil && !sharedFits
        forced = isForcedInWorld ? own : flag.forced
    }

    /// What it comes to for who asks.
    package func evaluate(_ request: EvaluationRequest, in context: EvaluationContext) -> Evaluation {
        guard isForced || isLimited else { return definition.evaluate(request, in: context) }
        var request = request
        request.override = isForced ? forced?.override : nil
        request.isLimited = isLimited
        return definition.evaluate(request, in: context)
    }
}
