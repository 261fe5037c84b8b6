import JSONCore

/// A text in Markdown or without markup.
struct MarkupRecord: OpenRecord {
    static let fields = JSONFieldTable<MarkupRecord>([
        .required("kind", \.kind, "markdown or plaintext."),
        .required("value", \.value, "The text."),
    ])

    var kind = ""
    var value = ""
}

/// The text that an editor shows at a position.
struct HoverRecord: OpenRecord {
    static let fields = JSONFieldTable<HoverRecord>([
        .required("contents", \.contents, "The text."),
        .optional("range", \.range, "The range that the text is about."),
    ])

    var contents = MarkupRecord()
    var range: RangeRecord?
}
