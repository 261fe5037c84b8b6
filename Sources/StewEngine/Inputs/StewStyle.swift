import JSONCore

/// What was done to the tomatoes before.
package enum StewStyle: Int, StewChoice {
    case diced
    case wholePeeled
    case crushed
    case stewed

    package static var input: StewInput { .style }

    private static let all = allCases

    package init?(spelt bytes: Span<UInt8>) {
        for choice in StewStyle.all where choice.word.hasBytes(bytes) {
            self = choice
            return
        }
        return nil
    }

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
