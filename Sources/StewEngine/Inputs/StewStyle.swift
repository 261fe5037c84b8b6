/// The preparation of the tomatoes before cooking.
package enum StewStyle: String, StewChoice {
    case diced
    case wholePeeled
    case crushed
    case stewed

    package static var input: StewInput { .style }

    /// The name for people.
    package var title: String {
        switch self {
        case .diced: "Diced"
        case .wholePeeled: "Whole Peeled"
        case .crushed: "Crushed"
        case .stewed: "Stewed"
        }
    }
}
