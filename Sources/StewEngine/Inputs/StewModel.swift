/// The formula that computes the cooking time from the weight.
package enum StewModel: String, CaseIterable, Hashable, Sendable {
    case v1
    case v2

    /// Creates the model with a name; any unknown name selects `v1`.
    package init(named word: String) {
        self = StewModel(rawValue: word) ?? .v1
    }
}
