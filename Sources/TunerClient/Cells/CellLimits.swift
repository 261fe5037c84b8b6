import JSONCore

/// The smallest and the largest number that a declaration allows.
struct CellLimits {
    let least: JSON?
    let most: JSON?

    /// Returns the limit that a number exceeds; nil for a number within the limits, and for any other value.
    func exceeded(by value: JSON) -> JSON? {
        if let least, CellLimits.isLess(value, than: least) { return least }
        if let most, CellLimits.isLess(most, than: value) { return most }
        return nil
    }

    /// Compares two integers exactly, and all other numbers as doubles.
    private static func isLess(_ left: JSON, than right: JSON) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.integer(let left), .double(let right)): Double(left) < right
        case (.double(let left), .integer(let right)): left < Double(right)
        case (.double(let left), .double(let right)): left < right
        default: false
        }
    }
}
