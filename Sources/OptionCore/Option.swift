import SystemCore

/// One option of a command line: its shape, and what it does to the settings of a program or of a command.
package struct Option<Settings>: Sendable {
    package let shape: OptionShape
    private let apply: @Sendable (inout Settings, RawText) throws(OptionFault) -> Void

    /// An option without a value.
    package init(_ name: String, _ summary: String, _ apply: @escaping @Sendable (inout Settings) -> Void) {
        self.init(name, nil, summary) { (settings, _) throws(OptionFault) in apply(&settings) }
    }

    /// An option with a value: what help calls it, what it must be, and whether it was.
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

    /// An option whose value is one of a few words.
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
                let expectation = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
                throw .value(value, option: name, expectation: expectation)
            }
            apply(&settings, value)
        }
    }

    /// An option whose value is any text but none.
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

    /// An option whose value is the path of a file, which may hold any byte: ``RawText/path``.
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

    /// Returns the option of a name.
    package static func named(_ name: String, in options: [Option]) -> Option? {
        // A search by a closure looks up types as it goes, and would be a quarter of a short command's own work.
        for index in options.indices where options[index].shape.name == name { return options[index] }
        return nil
    }

    /// Applies an option of a line to settings, and returns whether it is among these options.
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
