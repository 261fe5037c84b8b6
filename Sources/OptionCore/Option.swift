/// One option of a command line: its name, what it does to the settings so far, and what help says of it.
package struct Option<Settings>: Sendable {
    /// What an option does.
    enum Effect: Sendable {
        case flag(@Sendable (inout Settings) -> Void)
        /// With a value, as help names it, what it must be, and whether it was.
        case value(String, @Sendable () -> String, @Sendable (inout Settings, String) -> Bool)
        /// With a path, as help names it.
        case path(String, @Sendable (inout Settings, String) -> Void)
        /// With one of these words.
        case choice([String], @Sendable (inout Settings, String) -> Void)
    }

    /// With its hyphens.
    package let name: String
    /// What help says of it, in a line.
    package let summary: String
    let effect: Effect

    /// An option without a value.
    package init(_ name: String, _ summary: String, _ apply: @escaping @Sendable (inout Settings) -> Void) {
        self.name = name
        self.summary = summary
        effect = .flag(apply)
    }

    /// An option with a value: what help calls it, what it must be, and whether it was.
    package init(
        _ name: String,
        _ placeholder: String,
        _ expectation: @autoclosure @escaping @Sendable () -> String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Bool
    ) {
        self.name = name
        self.summary = summary
        effect = .value(placeholder, expectation, apply)
    }

    /// An option whose value is one of a few words.
    package init(
        _ name: String,
        among words: [String],
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Void
    ) {
        self.name = name
        self.summary = summary
        effect = .choice(words, apply)
    }

    /// An option whose value is any text but none.
    package static func text(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Void
    ) -> Option {
        Option(name, placeholder, "a text that is not empty", summary) { settings, value in
            apply(&settings, value)
            return !value.isEmpty
        }
    }

    /// An option whose value is the path of a file, which may hold any byte: ``RawText/path``.
    package static func path(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Void
    ) -> Option {
        Option(name: name, summary: summary, effect: .path(placeholder, apply))
    }

    private init(name: String, summary: String, effect: Effect) {
        self.name = name
        self.summary = summary
        self.effect = effect
    }

    /// The option with its value, as help shows it.
    package var usage: String {
        switch effect {
        case .flag: name
        case .value(let placeholder, _, _), .path(let placeholder, _): "\(name) \(placeholder)"
        case .choice(let words, _): "\(name) \(words.joined(separator: "|"))"
        }
    }
}
