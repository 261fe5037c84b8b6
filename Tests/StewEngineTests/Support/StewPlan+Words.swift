import StewEngine

extension StewPlan {
    /// A plan for inputs as programs write them, with factors as they are at first unless given.
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
    /// The first factors with one tuned.
    static func with(_ constant: StewConstant, _ value: Double) throws -> StewFactors {
        var factors = StewFactors.initial
        try factors.set(constant, to: value)
        return factors
    }
}
