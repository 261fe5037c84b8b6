#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How long and how hot something is to be stewed.
package struct StewPlan: Hashable, Sendable {
    /// What is stewed.
    package let inputs: StewInputs
    /// What was decided.
    package let settings: StewSettings
    /// How long, rounded.
    package let minutes: Int
    /// How hot.
    package let heat: StewHeat

    /// The weight that bases are of.
    private static let reference = 28.0

    /// Computes a plan.
    ///
    /// The heat follows from the time before that is rounded: 34.65 minutes are shown as 35, and are at a low simmer. Where
    /// the longest time was tuned below the shortest, it is the longest that counts.
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

    /// A plan that was computed before.
    package init(_ inputs: StewInputs, _ settings: StewSettings, minutes: Int, _ heat: StewHeat) {
        self.inputs = inputs
        self.settings = settings
        self.minutes = minutes
        self.heat = heat
    }

    /// What is worth knowing beside, where it is told at all.
    package var tips: [StewTip] {
        settings.showsTips ? StewTip.allCases.filter { $0.applies(to: inputs) } : []
    }
}

extension StewModel {
    /// What it computes with.
    fileprivate var constants: (base: StewConstant, exponent: StewConstant, varietal: StewConstant?) {
        switch self {
        case .v1: (.firstBase, .firstExponent, nil)
        case .v2: (.secondBase, .secondExponent, .secondVarietal)
        }
    }
}
