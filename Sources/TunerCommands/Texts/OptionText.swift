import JSONCore
import OptionCore
import TunableEngine

/// A value that was typed after an option.
enum OptionText {
    /// Returns the value that a text means for a type; without a type, the value that it looks like.
    static func value(
        of text: String,
        as type: TunableType?,
        _ option: String,
        for command: String
    ) throws(Failure) -> JSON {
        guard let type else { return TextValue.value(of: text) }
        let value: JSON
        do {
            value = try TextValue.value(of: text, as: type)
        } catch {
            throw .usage(UsageError(.text(error.sentence(about: option, text: text)), command: command))
        }
        guard type.includes(value) else {
            let fault = OptionFault.value(text, option: option, expectation: type.words)
            throw .usage(UsageError(.option(fault), command: command))
        }
        return value
    }
}
