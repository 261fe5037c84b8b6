/// What is said of a stew.
package enum StewInput: Sendable {
    case weight
    case varietal
    case style
    case unit

    /// The name by which programs say it.
    package var name: StaticString {
        switch self {
        case .weight: "weightOz"
        case .varietal: "varietal"
        case .style: "style"
        case .unit: "units"
        }
    }
}
