import JSONCore

/// The parameters of `textDocument/rename`.
struct RenameParameters: OpenRecord {
    static let fields = JSONFieldTable<RenameParameters>([
        .required("textDocument", \.document, "The document."),
        .required("position", \.position, "The position of the key."),
        .required("newName", \.newName, "The new key."),
    ])

    var document = DocumentRecord()
    var position = PositionRecord()
    var newName = ""
}

/// The range of a key that can be renamed.
struct RenameRangeRecord: OpenRecord {
    static let fields = JSONFieldTable<RenameRangeRecord>([
        .required("range", \.range, "The range of the key."),
        .required("placeholder", \.placeholder, "The key."),
    ])

    var range = RangeRecord()
    var placeholder = ""
}
