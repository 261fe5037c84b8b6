package import JSONCore

/// The attributes that the targeting rules of flags can compare.
///
/// ```swift
/// @Flag("ui.newCheckout", default: false, context: ["plan": "pro", "age": 34]) var newCheckout: Bool
/// ```
public struct FlagContext: Sendable, Hashable {
    package let members: JSONObject
    /// The canonical JSON text, which is equal for equal contexts.
    ///
    /// It is empty if a number is infinite or NaN, which JSON cannot represent.
    private let text: String

    /// Whether the context can be sent to the daemon.
    var isJSON: Bool { !text.isEmpty }

    /// Creates a context from names and values.
    ///
    /// ```swift
    /// let context = FlagContext(["plan": "pro"])
    /// ```
    public init(_ members: [String: TunerValue] = [:]) {
        self.init(JSONObject(members.map { ($0.key, $0.value.json) }))
    }

    init(_ members: JSONObject) {
        let ordered = JSON.object(members).ordered
        if case .object(let members) = ordered { self.members = members } else { self.members = members }
        text = (try? ordered.written()) ?? ""
    }

    /// Returns whether two contexts have equal members, in any order: `["a": 1, "b": 2] == ["b": 2, "a": 1]`.
    public static func == (left: FlagContext, right: FlagContext) -> Bool { left.text == right.text }

    /// Hashes the members, so that a context can be in a set: `Set<FlagContext>([["plan": "pro"]])`.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension FlagContext: ExpressibleByDictionaryLiteral {
    /// Creates a context from a literal: `let context: FlagContext = ["plan": "pro"]`.
    ///
    /// If a name occurs twice, the last value is used.
    public init(dictionaryLiteral members: (String, TunerValue)...) {
        self.init(JSONObject(members.map { ($0.0, $0.1.json) }))
    }
}
