/// What is decided for whoever stews: by flags, mostly.
package struct StewSettings: Hashable, Sendable {
    /// How time follows from weight.
    package var model: StewModel
    /// In which unit heat is shown first.
    package var unit: StewUnit
    /// Whether tips are told.
    package var showsTips: Bool

    /// Says all three.
    package init(model: StewModel, unit: StewUnit, showsTips: Bool) {
        self.model = model
        self.unit = unit
        self.showsTips = showsTips
    }
}
