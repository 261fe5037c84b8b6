/// What is decided for whoever stews: by flags, mostly.
package struct StewSettings: Hashable, Sendable {
    /// How time follows from weight.
    package var model = StewModel.v1
    /// In which unit heat is shown first.
    package var unit = StewUnit.fahrenheit
    /// Whether tips are told.
    package var showsTips = false

    /// Where nothing is decided.
    package init() {}

    /// Says all three.
    package init(model: StewModel, unit: StewUnit, showsTips: Bool) {
        self.model = model
        self.unit = unit
        self.showsTips = showsTips
    }
}
