/// The cooking time and heat of a stew, with the inputs and settings from which they were computed.
package struct StewPlan: Hashable, Sendable {
    package let inputs: StewInputs
    package let settings: StewSettings
    /// The cooking time in minutes, rounded to the nearest integer.
    package let minutes: Int
    package let heat: StewHeat
    /// The steps of the computation; nil for a plan that an older version stored.
    package let computation: StewComputation?

    /// Creates a plan by computing its time and heat.
    package init(_ inputs: StewInputs, _ settings: StewSettings, _ factors: StewFactors) {
        let computation = StewComputation(inputs, settings.model, factors)
        self.init(inputs, settings, minutes: computation.minutes, computation.heat, computation)
    }

    /// Creates a plan from results that were computed earlier.
    package init(
        _ inputs: StewInputs,
        _ settings: StewSettings,
        minutes: Int,
        _ heat: StewHeat,
        _ computation: StewComputation?
    ) {
        self.inputs = inputs
        self.settings = settings
        self.minutes = minutes
        self.heat = heat
        self.computation = computation
    }

    /// The tips for the inputs; empty if the settings hide tips.
    package var tips: [StewTip] {
        settings.showsTips ? StewTip.allCases.filter { $0.applies(to: inputs) } : []
    }
}
