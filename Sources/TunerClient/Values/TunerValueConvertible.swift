/// A type whose values can be in a context literal: `["targetingKey": user, "age": 34]`.
///
/// An enumeration with raw values needs only the declaration: `extension Plan: TunerValueConvertible {}`.
public protocol TunerValueConvertible {
    /// The value as JSON: `"pro".tunerValue == .string("pro")`.
    var tunerValue: TunerValue { get }
}

extension TunerValue: TunerValueConvertible {
    /// The value itself.
    public var tunerValue: TunerValue { self }
}

extension Bool: TunerValueConvertible {
    /// JSON's `true` or `false`: `isGuest.tunerValue`.
    public var tunerValue: TunerValue { .bool(self) }
}

extension Int: TunerValueConvertible {
    /// A whole number: `age.tunerValue`.
    public var tunerValue: TunerValue { .integer(Int64(self)) }
}

extension Int64: TunerValueConvertible {
    /// A whole number: `account.tunerValue`.
    public var tunerValue: TunerValue { .integer(self) }
}

extension Double: TunerValueConvertible {
    /// A number: `height.tunerValue`.
    public var tunerValue: TunerValue { .number(self) }
}

extension String: TunerValueConvertible {
    /// A text: `plan.tunerValue`.
    public var tunerValue: TunerValue { .string(self) }
}

extension Substring: TunerValueConvertible {
    /// A text: `address.prefix(3).tunerValue`.
    public var tunerValue: TunerValue { .string(String(self)) }
}

extension Array: TunerValueConvertible where Element: TunerValueConvertible {
    /// A list: `["editor", "admin"].tunerValue`.
    public var tunerValue: TunerValue { .array(map(\.tunerValue)) }
}

extension Dictionary: TunerValueConvertible where Key == String, Value: TunerValueConvertible {
    /// Values by name: `["x": 1, "y": 2].tunerValue`.
    public var tunerValue: TunerValue { .object(mapValues(\.tunerValue)) }
}

extension Optional: TunerValueConvertible where Wrapped: TunerValueConvertible {
    /// The value, or JSON's null for nil: `referrer.tunerValue`.
    public var tunerValue: TunerValue { self?.tunerValue ?? .null }
}

extension TunerValueConvertible where Self: RawRepresentable, RawValue: TunerValueConvertible {
    /// The raw value: `Plan.pro.tunerValue`.
    public var tunerValue: TunerValue { rawValue.tunerValue }
}
