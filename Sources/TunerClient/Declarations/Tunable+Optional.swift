import TunableEngine

extension Tunable {
    /// Declares an optional number or duration with a range of legal values.
    ///
    /// ```swift
    /// @Tunable("game.timeLimit", default: nil, in: 1...3600, unit: "s") var timeLimit: Double?
    /// ```
    ///
    /// Nil is the absence of a value. A tunable with the default nil is declared without a default, and
    /// `set(nil)` removes its value, as `reset()` does.
    ///
    /// The parameters are those of `init(_:default:in:step:scale:group:unit:description:tags:isSecret:on:)`.
    public init<Wrapped: Comparable & AdditiveArithmetic & Codable & Sendable>(
        _ key: String,
        default fallback: Wrapped?,
        in limits: some TunableRange<Wrapped>,
        step: Wrapped? = nil,
        scale: TunableScale? = nil,
        group: String? = nil,
        unit: String? = nil,
        description: String? = nil,
        tags: [String] = [],
        isSecret: Bool = false,
        on tuner: Tuner? = nil
    ) where Value == Wrapped? {
        let notes = SpecNotes(group: group, unit: unit, description: description, tags: tags, isSecret: isSecret)
        self.init(declaring: key, fallback, on: tuner, limits.tunableLimits.words(step: step, scale) + notes.words)
    }
}
