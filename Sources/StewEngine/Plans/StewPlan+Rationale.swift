extension StewPlan {
    /// A sentence that explains the cooking time and the heat by the steps of the computation.
    package var rationale: String {
        let weight = "\(inputs.weight.ounces.plain) oz"
        let model = settings.model.rawValue
        let tomatoes = "\(weight) of \(inputs.varietal.title), \(inputs.style.title)"
        var sentence = "\(tomatoes), take \(minutes) min by model \(model)"
        if let computation {
            sentence += ": \(computation.base.short) min × \(computation.growth.short) for \(weight)"
            sentence += " × \(computation.varietalFactor.short) for \(inputs.varietal.title)"
            if let factor = computation.modelFactor {
                sentence += " × \(factor.short) for \(model)"
            }
            sentence += " × \(computation.styleFactor.short) for \(inputs.style.title)"
            sentence += " is \(computation.ending): \(heat.title)"
        }
        return sentence + "."
    }
}

extension StewComputation {
    /// The time, the bound that holds it, and its side of the threshold.
    fileprivate var ending: String {
        let isUnder = heldTime < threshold
        // The rounded minutes begin the sentence, and may be on the other side.
        let rounding = (Double(minutes) < threshold) == isUnder ? "" : " before rounding"
        let side = "\(isUnder ? "under" : "not under") \(threshold.plain) min\(rounding)"
        guard heldTime == time else { return "\(time.short) min, held at \(shown(heldTime)) min, \(side)" }
        return "\(shown(time)) min, \(side)"
    }

    /// Returns a time with few decimals, unless they would move it to the other side of the threshold.
    private func shown(_ time: Double) -> String {
        (time.inThousandths < threshold) == (time < threshold) ? time.short : time.plain
    }
}

extension Double {
    /// The number with at most three decimals.
    fileprivate var short: String { inThousandths.plain }

    fileprivate var inThousandths: Double { (self * 1_000).rounded() / 1_000 }
}
