import JSONCore

/// In which unit heat is shown first.
package enum StewUnit: Int, StewChoice {
    case fahrenheit
    case celsius

    package static var input: StewInput { .unit }

    private static let all = allCases

    package init?(spelt bytes: Span<UInt8>) {
        for choice in StewUnit.all where choice.word.hasBytes(bytes) {
            self = choice
            return
        }
        return nil
    }

    package var word: StaticString {
        switch self {
        case .fahrenheit: "F"
        case .celsius: "C"
        }
    }
}
