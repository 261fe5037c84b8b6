import JSONCore

/// A text that the editor shows inside the code.
struct InlayHintRecord: OpenRecord {
    static let fields = JSONFieldTable<InlayHintRecord>([
        .required("position", \.position, "The position that the text precedes."),
        .required("label", \.label, "The text."),
        .optional("textEdits", \.edits, "The edits of a user who accepts the hint."),
        .optional("tooltip", \.tooltip, "The text that the editor shows for the hint."),
        .defaulted("paddingLeft", \.hasPadding, "Whether a space precedes the hint."),
    ])

    var position = PositionRecord()
    var label = ""
    var edits: [TextEditRecord]?
    var tooltip: String?
    var hasPadding = true
}
