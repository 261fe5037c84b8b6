/// The inputs from which the plan of a stew is computed.
package struct StewInputs: Hashable, Sendable {
    package var weight = StewWeight.usual
    package var varietal = Varietal.roma
    package var style = StewStyle.crushed

    /// Creates the default inputs: a large can of crushed Roma tomatoes.
    package init() {}

    /// Creates the inputs of a request; nil selects the default.
    package init(ounces: Double?, varietal: String?, style: String?) throws(StewFault) {
        if let ounces {
            weight = try StewWeight(ounces: ounces)
        }
        if let varietal {
            self.varietal = try Varietal(varietal)
        }
        if let style {
            self.style = try StewStyle(style)
        }
    }

    package init(_ weight: StewWeight, _ varietal: Varietal, _ style: StewStyle) {
        self.weight = weight
        self.varietal = varietal
        self.style = style
    }
}
