#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The steps by which a cooking time and a heat are computed.
package struct StewComputation: Hashable, Sendable {
    /// The time for 28 ounces by the model, in minutes.
    let base: Double
    /// The factor of the weight.
    let growth: Double
    let varietalFactor: Double
    /// The factor of the model for each varietal; nil if the model has none.
    let modelFactor: Double?
    let styleFactor: Double
    /// The product, in minutes.
    let time: Double
    /// The product, held between the shortest and the longest time.
    let heldTime: Double
    /// The time from which the heat is medium.
    let threshold: Double

    /// The weight in ounces at which a model's base is the cooking time.
    private static let reference = 28.0

    /// Computes the time.
    ///
    /// If the maximum time is tuned below the minimum time, the maximum applies.
    init(_ inputs: StewInputs, _ model: StewModel, _ factors: StewFactors) {
        let constants = model.constants
        base = factors[constants.base]
        growth = pow(inputs.weight.ounces / StewComputation.reference, factors[constants.exponent])
        varietalFactor = factors[inputs.varietal.factor]
        modelFactor = constants.varietal.map { factors[$0] }
        styleFactor = factors[inputs.style.factor]
        time = base * growth * (varietalFactor * (modelFactor ?? 1)) * styleFactor
        heldTime = min(max(time, factors[.clampMinimum]), factors[.clampMaximum])
        threshold = factors[.heatThreshold]
    }

    /// The steps as a list of numbers, to store them.
    package var numbers: [Double] {
        [base, growth, varietalFactor, styleFactor, time, heldTime, threshold] + (modelFactor.map { [$0] } ?? [])
    }

    /// Creates the steps from a list of numbers, or returns nil if the list has another length.
    package init?(numbers: [Double]) {
        guard numbers.count == 7 || numbers.count == 8 else { return nil }
        base = numbers[0]
        growth = numbers[1]
        varietalFactor = numbers[2]
        styleFactor = numbers[3]
        time = numbers[4]
        heldTime = numbers[5]
        threshold = numbers[6]
        modelFactor = numbers.count == 8 ? numbers[7] : nil
    }

    /// The cooking time in minutes, rounded to the nearest integer.
    var minutes: Int { Int(heldTime.rounded(.toNearestOrAwayFromZero)) }

    /// The heat, which depends on the time before rounding: 34.65 minutes are shown as 35, but mean a low simmer.
    var heat: StewHeat { heldTime < threshold ? .lowSimmer : .mediumSimmer }
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
