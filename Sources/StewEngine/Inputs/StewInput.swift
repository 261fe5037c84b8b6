/// An input of a stew, with its name in requests.
package enum StewInput: String, Sendable {
    case weight = "weightOz"
    case varietal
    case style
    case unit = "units"
}
