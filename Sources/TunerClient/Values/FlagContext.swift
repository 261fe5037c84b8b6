package import JSONCore

/// The attributes that the targeting rules of flags can compare.
///
/// ```swift
/// @Flag("ui.newCheckout", default: false, context: ["plan": "pro", "age": 34]) var newCheckout: Bool
/// ```
///
/// A value is a literal, or a variable of a type that is `TunerValueConvertible`: a boolean, a number, a string, or an
/// array, a dictionary or an optional of these. Write an object with members of different types as a `TunerValue`, or
/// encode a structure.
///
/// ```swift
/// let (user, age) = ("ada", 34)
/// let context: FlagContext = ["targetingKey": user, "age": age, "home": ["city": "Rome", "zip": 144] as TunerValue]
/// ```
public struct FlagContext: Sendable, Hashable {
    package let members: JSONObject
    /// A text that is equal for equal contexts: canonical JSON, after the infinite numbers and NaN that it cannot have.
    private let text: String

    /// Whether the context can be sent to the daemon; JSON has no infinite number and no NaN.
    let isJSON: Bool

    /// Creates a context from names and values, as from a dictionary that the program has.
    ///
    /// ```swift
    /// var attributes: [String: TunerValue] = ["plan": "pro"]
    /// attributes["age"] = 34
    /// let context = FlagContext(attributes)
    /// ```
    public init(_ members: [String: TunerValue] = [:]) {
        self.init(JSONObject(members.map { ($0.key, $0.value.json) }))
    }

    /// Encodes a value whose JSON is an object: `try FlagContext(encoding: ["plan": "pro"])`.
    ///
    /// - Parameter value: The value to encode, such as a structure.
    /// - Throws: The error of the encoding, or `EncodingError` if the JSON is no object.
    public init(encoding value: some Encodable) throws {
        guard case .object(let members) = try ValueEncoder.json(of: value) else {
            throw EncodingError.invalidValue(value, PlainValue.context([], "a context must be an object"))
        }
        self.init(members)
    }

    var isEmpty: Bool { members.members.isEmpty }

    /// Returns the context with the members of another one; where both have a name, the other's value is used.
    ///
    /// ```swift
    /// let context = try FlagContext(encoding: ["plan": "pro"]).merging(["screen": "checkout"])
    /// let isShort = Flag("shop.ShortForm", default: false, context: context)
    /// print(isShort.value)
    /// ```
    public func merging(_ other: FlagContext) -> FlagContext {
        var merged = members
        for member in other.members.members { merged[member.name] = member.value }
        return FlagContext(merged)
    }

    init(_ members: JSONObject) {
        let ordered = JSON.object(members).ordered
        if case .object(let members) = ordered { self.members = members } else { self.members = members }
        if let text = try? ordered.written() {
            self.text = text
            isJSON = true
        } else {
            var letters = ""
            let finite = FlagContext.finite(ordered, &letters)
            text = letters + ((try? finite.written()) ?? "")
            isJSON = false
        }
    }

    /// Returns a value with null for each number that JSON cannot have, and appends a letter for each null.
    private static func finite(_ value: JSON, _ letters: inout String) -> JSON {
        switch value {
        case .null:
            letters += "0"
            return .null
        case .double(let number) where !number.isFinite:
            letters += number.isNaN ? "n" : number < 0 ? "-" : "+"
            return .null
        case .array(let elements):
            return .array(elements.map { finite($0, &letters) })
        case .object(let object):
            return .object(JSONObject(object.members.map { ($0.name, finite($0.value, &letters)) }))
        default:
            return value
        }
    }

    /// Returns whether two contexts have equal members, in any order: `["a": 1, "b": 2] == ["b": 2, "a": 1]`.
    public static func == (left: FlagContext, right: FlagContext) -> Bool { left.text == right.text }

    /// Hashes the members, so that a context can be in a set: `Set<FlagContext>([["plan": "pro"]])`.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension FlagContext: ExpressibleByDictionaryLiteral {
    /// Creates a context from a literal: `let context: FlagContext = ["targetingKey": user, "plan": "pro"]`.
    ///
    /// If a name occurs twice, the last value is used.
    public init(dictionaryLiteral members: (String, any TunerValueConvertible)...) {
        self.init(JSONObject(members.map { ($0.0, $0.1.tunerValue.json) }))
    }
}
