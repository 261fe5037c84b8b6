import JSONCore

/// A line above the code; the command is its text.
struct CodeLensRecord: OpenRecord {
    static let fields = JSONFieldTable<CodeLensRecord>([
        .required("range", \.range, "The range that the text is about."),
        .optional("command", \.command, "The text, once it is resolved."),
        .optional("data", \.key, "The key."),
    ])

    var range = RangeRecord()
    var command: CommandRecord?
    var key: String?
}
