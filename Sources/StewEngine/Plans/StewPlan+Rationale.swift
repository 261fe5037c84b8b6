extension StewPlan {
    /// The sentence that says why it takes so long.
    package var rationale: String {
        let ounces = inputs.weight.ounces.plain
        let time = "take \(minutes) min by model \(settings.model.word)"
        return "\(ounces) oz of \(inputs.varietal.title), \(inputs.style.title), \(time)."
    }
}
