/// What is to be stewed.
package struct StewInputs: Hashable, Sendable {
    /// How much.
    package var weight = StewWeight.usual
    /// Of what.
    package var varietal = Varietal.roma
    /// Done what to.
    package var style = StewStyle.crushed

    /// A large can of crushed Roma.
    package init() {}

    /// The inputs that a client named; what it did not name is as in a large can of crushed Roma.
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

    /// Says all three.
    package init(_ weight: StewWeight, _ varietal: Varietal, _ style: StewStyle) {
        self.weight = weight
        self.varietal = varietal
        self.style = style
    }
}
