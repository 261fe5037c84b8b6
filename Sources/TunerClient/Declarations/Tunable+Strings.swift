import TunableEngine

extension Tunable where Value == String {
    /// Declares a string with a format, a pattern or a range of lengths.
    ///
    /// ```swift
    /// @Tunable("ui.accent", default: "#40E0D0", format: .color) var accent: String
    /// @Tunable("ui.locale", default: "en", pattern: "^[a-z]{2}(-[A-Z]{2})?$") var locale: String
    /// @Tunable("ui.title", default: "Hello", length: 1...40) var title: String
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the tunable in the daemon.
    ///   - fallback: The value until the daemon sends another value.
    ///   - format: The format that the daemon checks each value for.
    ///   - pattern: The regular expression that must match somewhere in each value, in the syntax of ECMAScript.
    ///   - length: The legal numbers of Unicode scalars: `1...40`, `1..<40`, `1...`, `...40` or `..<40`.
    ///   - group: A heading for lists of tunables.
    ///   - unit: The unit of the value, shown to people.
    ///   - description: A sentence about the tunable, shown to people.
    ///   - tags: Words to find the tunable by.
    ///   - isSecret: Whether tools hide the value, such as that of a password.
    ///   - tuner: The tuner of the tunable. Nil means the `Tuner.shared` of each task that uses the tunable.
    public init(
        _ key: String,
        default fallback: String,
        format: TextFormat? = nil,
        pattern: String? = nil,
        length: (any TunableRange<Int>)? = nil,
        group: String? = nil,
        unit: String? = nil,
        description: String? = nil,
        tags: [String] = [],
        isSecret: Bool = false,
        on tuner: Tuner? = nil
    ) {
        let notes = SpecNotes(group: group, unit: unit, description: description, tags: tags, isSecret: isSecret)
        let rules: [(name: SpecWord, value: (any Encodable)?)] = [(.format, format?.rawValue), (.pattern, pattern)]
        let lengths = length?.tunableLimits.lengthWords ?? []
        self.init(declaring: key, fallback, on: tuner, rules + lengths + notes.words)
    }
}
