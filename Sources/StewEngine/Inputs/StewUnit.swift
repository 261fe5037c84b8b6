/// The temperature unit in which the heat is shown first.
package enum StewUnit: String, StewChoice {
    case fahrenheit = "F"
    case celsius = "C"

    package static var input: StewInput { .unit }
}
