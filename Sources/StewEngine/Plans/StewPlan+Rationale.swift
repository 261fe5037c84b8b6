extension StewPlan {
    /// The sentence that says why it takes so long.
    package var rationale: String {
        let tomatoes = "\(inputs.weight.ounces.plain) oz of \(inputs.varietal.title), \(inputs.style.title)"
        return "\(tomatoes), take \(minutes) min by model \(settings.model.rawValue)."
    }
}
