import ConsoleCore
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
        return try value(of: text, for: type, option, command)
    }

    /// Returns the value that a text means for keys of a type, with a unit or a format.
    static func value(
        of text: String,
        for type: TunableType,
        unit: String? = nil,
        format: ValueFormat? = nil,
        _ option: String,
        _ command: String
    ) throws(Failure) -> JSON {
        let keyType = KeyType.declared(type, unit: unit, format: format)
        let value: JSON
        do {
            value = try keyType.value(of: text)
        } catch {
            throw .usage(UsageError(.text(keyType.sentence(about: option, error, text: text)), command: command))
        }
        guard type.includes(value) else {
            let fault = OptionFault.value(text, option: option, expectation: type.words)
            throw .usage(UsageError(.option(fault), command: command))
        }
        return value
    }
}
