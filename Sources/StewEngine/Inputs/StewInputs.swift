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

    /// Says all three.
    package init(_ weight: StewWeight, _ varietal: Varietal, _ style: StewStyle) {
        self.weight = weight
        self.varietal = varietal
        self.style = style
    }
}
