import JSONCore
import TunableEngine

/// A value that stands behind an option.
enum OptionText {
    /// What a text stands for: as its type says, else what it looks like.
    static func value(
        of text: String,
        as type: TunableType?,
        _ option: String,
        for command: String
    ) throws(Failure) -> JSON {
        guard let type else { return TextValue.value(of: text) }
        do {
            return try TextValue.value(of: text, as: type)
        } catch {
            throw .usage(UsageError(.text(error, key: option, text: text), command: command))
        }
    }
}
