/// In which unit heat is shown first.
package enum StewUnit: Int, StewChoice {
    case fahrenheit
    case celsius

    package static var input: StewInput { .unit }

    package var word: StaticString {
        switch self {
        case .fahrenheit: "F"
        case .celsius: "C"
        }
    }
}
