import JSONCore
import OptionCore
import TunableEngine

// Options by the type of their values.
extension Option {
    /// Returns an option with an integer value.
    static func whole(
        _ name: String,
        _ placeholder: String,
        from least: Int64,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, Int64) -> Void
    ) -> Option {
        let parse: @Sendable (String) -> Int64? = { Int64($0).flatMap { $0 >= least ? $0 : nil } }
        return .parsed(name, placeholder, "a whole number from \(least)", summary, parse, apply)
    }

    /// Returns an option with a numeric value.
    static func number(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, JSON) -> Void
    ) -> Option {
        .parsed(name, placeholder, "a number", summary, { TextValue.number($0) }, apply)
    }

    /// Returns an option whose value is a case of an enumeration.
    static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String,
        _ words: Word.Type,
        _ summary: String,
        _ apply: @escaping @Sendable (inout Settings, Word) -> Void
    ) -> Option {
        Option(name, among: Word.allCases.map(\.rawValue), summary) { settings, value in
            if let word = Word(rawValue: value) { apply(&settings, word) }
        }
    }

    /// Returns an option whose text `parse` converts to a value; nil refuses the text.
    static func parsed<Value>(
        _ name: String,
        _ placeholder: String,
        _ expectation: @autoclosure @escaping @Sendable () -> String,
        _ summary: String,
        _ parse: @escaping @Sendable (String) -> Value?,
        _ apply: @escaping @Sendable (inout Settings, Value) -> Void
    ) -> Option {
        Option(name, placeholder, expectation(), summary) { settings, text in
            guard let value = parse(text) else { return false }
            apply(&settings, value)
            return true
        }
    }
}
