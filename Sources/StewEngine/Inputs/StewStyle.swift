/// What was done to the tomatoes before.
package enum StewStyle: Int, StewChoice {
    case diced
    case wholePeeled
    case crushed
    case stewed

    package static var input: StewInput { .style }

    package var word: StaticString {
        switch self {
        case .diced: "diced"
        case .wholePeeled: "wholePeeled"
        case .crushed: "crushed"
        case .stewed: "stewed"
        }
    }

    /// As a person reads it.
    package var title: StaticString {
        switch self {
        case .diced: "Diced"
        case .wholePeeled: "Whole Peeled"
        case .crushed: "Crushed"
        case .stewed: "Stewed"
        }
    }
}
