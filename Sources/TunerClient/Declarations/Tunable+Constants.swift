extension Tunable {
    /// Declares a constant of any type, with the default after the key.
    ///
    /// ```swift
    /// enum Game {
    ///     static let gravity = Tunable("game.gravity", 9.8)
    /// }
    /// print(Game.gravity.value)
    /// ```
    ///
    /// The parameters are those of `init(_:default:group:unit:description:tags:isSecret:on:)`.
    public init(
        _ key: String,
        _ fallback: Value,
        group: String? = nil,
        unit: String? = nil,
        description: String? = nil,
        tags: [String] = [],
        isSecret: Bool = false,
        on tuner: Tuner? = nil
    ) {
        self.init(
            key,
            default: fallback,
            group: group,
            unit: unit,
            description: description,
            tags: tags,
            isSecret: isSecret,
            on: tuner
        )
    }
}

extension Tunable where Value: Comparable & AdditiveArithmetic {
    /// Declares a constant with a range of legal values, with the default after the key.
    ///
    /// ```swift
    /// let gravity = Tunable("game.gravity", 9.8, in: 0...30)
    /// print(gravity.value)
    /// ```
    ///
    /// The parameters are those of `init(_:default:in:step:scale:group:unit:description:tags:isSecret:on:)`.
    public init(
        _ key: String,
        _ fallback: Value,
        in limits: some TunableRange<Value>,
        step: Value? = nil,
        scale: TunableScale? = nil,
        group: String? = nil,
        unit: String? = nil,
        description: String? = nil,
        tags: [String] = [],
        isSecret: Bool = false,
        on tuner: Tuner? = nil
    ) {
        self.init(
            key,
            default: fallback,
            in: limits,
            step: step,
            scale: scale,
            group: group,
            unit: unit,
            description: description,
            tags: tags,
            isSecret: isSecret,
            on: tuner
        )
    }
}
