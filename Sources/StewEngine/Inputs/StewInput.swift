/// What is said of a stew, by the names that programs use.
package enum StewInput: String, Sendable {
    case weight = "weightOz"
    case varietal
    case style
    case unit = "units"
}
