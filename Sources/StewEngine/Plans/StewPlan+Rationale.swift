extension StewPlan {
    /// A sentence that explains the cooking time.
    package var rationale: String {
        let tomatoes = "\(inputs.weight.ounces.plain) oz of \(inputs.varietal.title), \(inputs.style.title)"
        return "\(tomatoes), take \(minutes) min by model \(settings.model.rawValue)."
    }
}
