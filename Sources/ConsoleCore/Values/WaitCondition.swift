package import JSONCore
import OptionCore
package import TunableEngine

/// The condition that ends a wait for a value.
package enum WaitCondition: Equatable {
    /// The number that a value is compared with.
    package enum Bound: Equatable {
        case number(JSON)
        /// A time such as `90s`, which is a number for a key with a unit of time.
        case time(String)

        /// Reads a typed bound; nil for any other text.
        package init?(_ text: String) {
            if let number = TextValue.number(text) {
                self = .number(number)
            } else if TimeText.seconds(of: text) != nil {
                self = .time(text)
            } else {
                return nil
            }
        }
    }

    /// Any value.
    case present
    /// Another value than at the start of the wait.
    case changed
    /// The value that a text means for the key.
    case equal(String)
    case above(Bound)
    case below(Bound)

    /// The typed text whose meaning depends on the type of the key; nil if there is none.
    package var text: String? {
        switch self {
        case .equal(let text), .above(.time(let text)), .below(.time(let text)): text
        case .present, .changed, .above(.number), .below(.number): nil
        }
    }

    /// Whether the condition compares numbers.
    package var isBound: Bool {
        switch self {
        case .above, .below: true
        case .present, .changed, .equal: false
        }
    }

    /// Returns the value that ``text`` means for a type; throws if a bound means no number.
    package func meaning(of text: String, for type: KeyType) throws(TextFault) -> JSON {
        let value = try type.value(of: text)
        if isBound, value.kind != .number { throw .number(.number) }
        return value
    }

    /// Returns whether a new value meets the condition; `expected` is the value that ``text`` means.
    package func isMet(by value: JSON?, expected: JSON?) -> Bool {
        if case .changed = self { return true }
        guard let value else { return false }
        return switch self {
        case .present, .changed: true
        case .equal: expected.map { JSONByValue($0) == JSONByValue(value) } ?? false
        case .above(let bound): WaitCondition.isMore(value, than: WaitCondition.number(of: bound, expected))
        case .below(let bound): WaitCondition.isMore(WaitCondition.number(of: bound, expected), than: value)
        }
    }

    private static func number(of bound: Bound, _ expected: JSON?) -> JSON? {
        switch bound {
        case .number(let number): number
        case .time: expected
        }
    }

    /// Returns whether a number is greater than another; false for other values.
    private static func isMore(_ value: JSON?, than bound: JSON?) -> Bool {
        switch (value, bound) {
        case (.integer(let value)?, .integer(let bound)?): value > bound
        case (.integer(let value)?, .double(let bound)?): Double(value) > bound
        case (.double(let value)?, .integer(let bound)?): value > Double(bound)
        case (.double(let value)?, .double(let bound)?): value > bound
        default: false
        }
    }
}
