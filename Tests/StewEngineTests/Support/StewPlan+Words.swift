import StewEngine

extension StewPlan {
    /// Creates the plan for inputs in words, with the default factors unless others are given.
    init(
        _ ounces: Double,
        _ varietal: Varietal = .roma,
        _ style: StewStyle = .crushed,
        _ model: StewModel = .v1,
        tips: Bool = false,
        factors: StewFactors = .initial
    ) throws {
        self.init(
            StewInputs(try StewWeight(ounces: ounces), varietal, style),
            StewSettings(model: model, unit: .fahrenheit, showsTips: tips),
            factors
        )
    }
}

extension StewFactors {
    /// Returns the default factors with one changed.
    static func with(_ constant: StewConstant, _ value: Double) throws -> StewFactors {
        var factors = StewFactors.initial
        try factors.set(constant, to: value)
        return factors
    }
}
