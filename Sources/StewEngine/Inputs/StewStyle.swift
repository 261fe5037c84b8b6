/// What was done to the tomatoes before.
package enum StewStyle: String, StewChoice {
    case diced
    case wholePeeled
    case crushed
    case stewed

    package static var input: StewInput { .style }

    /// As a person reads it.
    package var title: String {
        switch self {
        case .diced: "Diced"
        case .wholePeeled: "Whole Peeled"
        case .crushed: "Crushed"
        case .stewed: "Stewed"
        }
    }
}
