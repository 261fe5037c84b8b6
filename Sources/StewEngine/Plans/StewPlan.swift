#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The cooking time and heat of a stew, with the inputs and settings from which they were computed.
package struct StewPlan: Hashable, Sendable {
    package let inputs: StewInputs
    package let settings: StewSettings
    /// The cooking time in minutes, rounded to the nearest integer.
    package let minutes: Int
    package let heat: StewHeat

    /// The weight in ounces at which a model's base is the cooking time.
    private static let reference = 28.0

    /// Creates a plan by computing its time and heat.
    ///
    /// The heat depends on the time before rounding: a time of 34.65 minutes is shown as 35 but means a low simmer. If
    /// the maximum time is tuned below the minimum time, the maximum applies.
    package init(_ inputs: StewInputs, _ settings: StewSettings, _ factors: StewFactors) {
        let model = settings.model.constants
        var varietal = factors[inputs.varietal.factor]
        if let factor = model.varietal {
            varietal *= factors[factor]
        }
        let growth = pow(inputs.weight.ounces / StewPlan.reference, factors[model.exponent])
        let time = factors[model.base] * growth * varietal * factors[inputs.style.factor]
        let clamped = min(max(time, factors[.clampMinimum]), factors[.clampMaximum])
        self.init(
            inputs,
            settings,
            minutes: Int(clamped.rounded(.toNearestOrAwayFromZero)),
            clamped < factors[.heatThreshold] ? .lowSimmer : .mediumSimmer
        )
    }

    /// Creates a plan from results that were computed earlier.
    package init(_ inputs: StewInputs, _ settings: StewSettings, minutes: Int, _ heat: StewHeat) {
        self.inputs = inputs
        self.settings = settings
        self.minutes = minutes
        self.heat = heat
    }

    /// The tips for the inputs; empty if the settings hide tips.
    package var tips: [StewTip] {
        settings.showsTips ? StewTip.allCases.filter { $0.applies(to: inputs) } : []
    }
}

extension StewModel {
    /// The constants of the model's formula.
    fileprivate var constants: (base: StewConstant, exponent: StewConstant, varietal: StewConstant?) {
        switch self {
        case .v1: (.firstBase, .firstExponent, nil)
        case .v2: (.secondBase, .secondExponent, .secondVarietal)
        }
    }
}
