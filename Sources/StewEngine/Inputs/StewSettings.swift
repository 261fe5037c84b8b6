/// The settings of a stew, which flags decide in most cases.
package struct StewSettings: Hashable, Sendable {
    package var model: StewModel
    /// The unit in which the heat is shown first.
    package var unit: StewUnit
    package var showsTips: Bool

    package init(model: StewModel, unit: StewUnit, showsTips: Bool) {
        self.model = model
        self.unit = unit
        self.showsTips = showsTips
    }
}
