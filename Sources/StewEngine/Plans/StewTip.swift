/// A tip for cooking a stew.
package enum StewTip: CaseIterable, Hashable, Sendable {
    case crushByHand
    case cover
    case stir
    case salt
    case basil
    case oil

    /// Returns whether the tip is useful for the inputs.
    package func applies(to inputs: StewInputs) -> Bool {
        switch self {
        case .crushByHand: inputs.style == .wholePeeled
        case .cover: inputs.varietal == .cherry || inputs.varietal == .beefsteak
        case .stir, .salt, .basil, .oil: true
        }
    }

    /// The text of the tip.
    package var sentence: String {
        switch self {
        case .crushByHand: "Crush by hand after 10–15 minutes."
        case .cover: "Simmer partly uncovered."
        case .stir: "Stir every 5–7 minutes."
        case .salt: "Salt early."
        case .basil: "Add basil late."
        case .oil: "Add olive oil off the heat."
        }
    }
}
