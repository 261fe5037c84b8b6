package import JSONCore
import TunableEngine

/// The condition that ends a wait for a value.
package enum WaitCondition: Equatable {
    /// Any value.
    case present
    /// Another value than at the start of the wait.
    case changed
    /// The value that a text means for the key.
    case equal(String)
    case above(JSON)
    case below(JSON)

    /// Returns whether a new value meets the condition; `expected` is the value that the text of `equal` means.
    package func isMet(by value: JSON?, expected: JSON?) -> Bool {
        if case .changed = self { return true }
        guard let value else { return false }
        return switch self {
        case .present, .changed: true
        case .equal: expected.map { JSONByValue($0) == JSONByValue(value) } ?? false
        case .above(let bound): WaitCondition.isMore(value, than: bound)
        case .below(let bound): WaitCondition.isMore(bound, than: value)
        }
    }

    /// Returns whether a number is greater than another; false for other values.
    private static func isMore(_ value: JSON, than bound: JSON) -> Bool {
        switch (value, bound) {
        case (.integer(let value), .integer(let bound)): value > bound
        case (.integer(let value), .double(let bound)): Double(value) > bound
        case (.double(let value), .integer(let bound)): value > Double(bound)
        case (.double(let value), .double(let bound)): value > bound
        default: false
        }
    }
}
