import SystemCore

/// An option of a command line: its shape, and its effect on the settings of a program or a command.
package struct Option<Settings>: Sendable {
    package private(set) var shape: OptionShape
    private let apply: @Sendable (inout Settings, RawText) throws(OptionFault) -> Void

    /// Creates an option without a value.
    package init(_ name: String, _ summary: String, _ apply: @escaping @Sendable (inout Settings) -> Void) {
        self.init(name, nil, summary) { (settings, _) throws(OptionFault) in apply(&settings) }
    }

    /// Creates an option with a value, which `apply` accepts or rejects.
    ///
    /// - Parameters:
    ///   - name: The name with its hyphens.
    ///   - placeholder: The name of the value in the help text.
    ///   - expectation: The accepted values, as a noun phrase for the message if `apply` returns `false`.
    ///   - summary: A one-line description for the help text.
    ///   - apply: A function that stores the value in the settings; returns `false` for an invalid value.
    package init(
        _ name: String,
        _ placeholder: String,
        _ expectation: @autoclosure @escaping @Sendable () -> String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Bool
    ) {
        let makePlaceholder = { @Sendable in placeholder }
        self.init(name, makePlaceholder, summary) { (settings, word) throws(OptionFault) in
            let value = try word.checkedText()
            guard apply(&settings, value) else { throw .value(value, option: name, expectation: expectation()) }
        }
    }

    /// Creates an option whose value must be one of a few words.
    package init(
        _ name: String,
        among words: @autoclosure @escaping @Sendable () -> [String],
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Void
    ) {
        let makePlaceholder = { @Sendable in words().joined(separator: "|") }
        self.init(name, makePlaceholder, summary) { (settings, word) throws(OptionFault) in
            let (value, words) = (try word.checkedText(), words())
            guard words.contains(value) else {
                throw .value(value, option: name, expectation: ListText.of(words, last: "or"))
            }
            apply(&settings, value)
        }
    }

    /// Returns an option whose value is any string that is not empty.
    package static func text(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Void
    ) -> Option {
        Option(name, placeholder, emptyExpectation, summary) { settings, value in
            apply(&settings, value)
            return !value.isEmpty
        }
    }

    /// Returns an option whose value is a duration in seconds, above 0.
    package static func duration(
        _ name: String,
        _ summary: String,
        most: Double = .greatestFiniteMagnitude,
        _ apply: @escaping @Sendable (inout Settings, Double) -> Void
    ) -> Option {
        Option(name, "TIME", "a time above 0, such as \(TimeText.examples)", summary) { settings, text in
            guard let seconds = TimeText.seconds(of: text), seconds > 0, seconds <= most else { return false }
            apply(&settings, seconds)
            return true
        }
    }

    /// Returns an option whose value is a path, which may contain bytes that are not UTF-8, as in ``RawText/path``.
    package static func path(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, String) -> Void
    ) -> Option {
        let makePlaceholder = { @Sendable in placeholder }
        return Option(name, makePlaceholder, summary) { (settings, word) throws(OptionFault) in
            guard !word.bytes.isEmpty else { throw .value("", option: name, expectation: emptyExpectation) }
            apply(&settings, word.path)
        }
    }

    /// Returns the option with an additional name of one letter, such as `-n`.
    package func short(_ name: String) -> Option {
        var option = self
        option.shape = shape.short(name)
        return option
    }

    /// Returns the option with the default that the help text names.
    package func withDefault(_ text: @autoclosure @escaping @Sendable () -> String) -> Option {
        var option = self
        option.shape = shape.withDefault(text)
        return option
    }

    private static var emptyExpectation: String { "a text that is not empty" }

    private init(
        _ name: String,
        _ makePlaceholder: (@Sendable () -> String)?,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, RawText) throws(OptionFault) -> Void
    ) {
        shape = OptionShape(name: name, summary: summary, makePlaceholder: makePlaceholder)
        self.apply = apply
    }

    /// Returns the option with a name; nil if there is none.
    package static func named(_ name: String, in options: [Option]) -> Option? {
        // `first(where:)` looks up type metadata, which would take a quarter of the time of a short command.
        for index in options.indices where options[index].shape.isNamed(name) { return options[index] }
        return nil
    }

    /// Applies a given option to the settings; returns `false` if it is not one of `options`.
    package static func apply(
        _ given: GivenOption,
        among options: [Option],
        to settings: inout Settings
    ) throws(OptionFault) -> Bool {
        guard let option = named(given.name, in: options) else { return false }
        try option.apply(&settings, given.value)
        return true
    }
}
