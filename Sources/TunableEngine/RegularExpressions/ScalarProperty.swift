/// The property that `\p{…}` names: a general category, or a binary property that the standard library provides.
enum ScalarProperty: Sendable, Equatable {
    /// One of several categories, with one bit for each.
    case category(UInt32)
    case binary(BinaryProperty)

    /// Creates a property from the text between the braces, or returns nil if it is unknown.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2 {
            guard parts[0] == "General_Category" || parts[0] == "gc", let bits = GeneralCategories.bits(named: parts[1])
            else { return nil }
            self = .category(bits)
        } else if let bits = GeneralCategories.bits(named: text) {
            self = .category(bits)
        } else if let property = BinaryProperty(rawValue: text) ?? BinaryProperty(short: text) {
            self = .binary(property)
        } else {
            return nil
        }
    }

    func holds(for scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .category(let bits): bits & GeneralCategories.bit(of: scalar.properties.generalCategory) != 0
        case .binary(let property): property.holds(for: scalar)
        }
    }
}
