import TunableEngine

extension Tunable where Value: Comparable & AdditiveArithmetic {
    /// Declares a number or a duration with a range of legal values.
    ///
    /// ```swift
    /// @Tunable("ui.cornerRadius", default: 12, in: 0...40, step: 1, unit: "pt") var cornerRadius: Double
    /// @Tunable("game.angle", default: 0, in: 0..<360) var angle: Double
    /// @Tunable("game.lives", default: 3, in: 1...) var lives: Int
    /// @Tunable("game.delay", default: .seconds(2), in: .zero...(.seconds(10))) var delay: Duration
    /// ```
    ///
    /// The daemon refuses a value outside of `limits`. If another program declared the key with other limits first, the
    /// daemon uses those. This program never reads a value outside of `limits`, not even a default: it reads the nearest
    /// limit, and the tuner reports `TunerFault.outOfLimits`. The daemon refuses a declaration with such a default.
    ///
    /// - Parameters:
    ///   - key: The key of the tunable in the daemon.
    ///   - fallback: The value until the daemon sends another value.
    ///   - limits: The legal values: `0...40`, `0..<40`, `0...`, `...40` or `..<40`.
    ///   - step: The distance between legal values, counted from the lower limit, or from 0 if there is none. Nil
    ///     allows every value. The default must be a legal value too: with `in: 0...50, step: 0.1`, the daemon refuses the
    ///     default 9.81, and checks no value of the key.
    ///   - scale: How tools divide the range: `.log` for a number whose factors matter, such as a size in bytes. Nil
    ///     leaves the choice to the tool.
    ///   - group: A heading for lists of tunables.
    ///   - unit: The unit of the value, shown to people. The unit of a `Duration` is always `s`.
    ///   - description: A sentence about the tunable, shown to people.
    ///   - tags: Words to find the tunable by.
    ///   - isSecret: Whether tools hide the value, such as that of a password.
    ///   - tuner: The tuner of the tunable. Nil means the `Tuner.shared` of each task that uses the tunable.
    public init(
        _ key: String,
        default fallback: Value,
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
        let notes = SpecNotes(group: group, unit: unit, description: description, tags: tags, isSecret: isSecret)
        self.init(declaring: key, fallback, on: tuner, limits.tunableLimits.words(step: step, scale) + notes.words)
    }
}
