package import JSONCore

/// What the rules of flags may know of who asks.
///
/// ```swift
/// @Flag("ui.newCheckout", default: false, context: ["plan": "pro", "age": 34]) var newCheckout: Bool
/// ```
public struct FlagContext: Sendable, Hashable {
    package let members: JSONObject
    /// The same for equal contexts; empty where one holds a number that JSON has no word for.
    private let text: String

    /// Whether the daemon can be told of it.
    var isJSON: Bool { !text.isEmpty }

    /// What each name stands for.
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

    /// Contexts with the same members are the same: `["a": 1, "b": 2] == ["b": 2, "a": 1]`.
    public static func == (left: FlagContext, right: FlagContext) -> Bool { left.text == right.text }

    /// Feeds what makes it equal to others: `Set<FlagContext>([["plan": "pro"]])`.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension FlagContext: ExpressibleByDictionaryLiteral {
    /// What each name stands for: `let context: FlagContext = ["plan": "pro"]`; of names that stand twice the last counts.
    public init(dictionaryLiteral members: (String, TunerValue)...) {
        self.init(JSONObject(members.map { ($0.0, $0.1.json) }))
    }
}
