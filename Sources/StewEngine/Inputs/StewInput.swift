import JSONCore

/// What is said of a stew.
package enum StewInput: CaseIterable, Sendable {
    case weight
    case varietal
    case style
    case unit

    private static let all = allCases

    /// The one whose name these bytes are.
    package init?(spelt bytes: Span<UInt8>) {
        for input in StewInput.all where input.name.hasBytes(bytes) {
            self = input
            return
        }
        return nil
    }

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
