import JSONCore

/// The identity of a document.
struct DocumentRecord: OpenRecord {
    static let fields = JSONFieldTable<DocumentRecord>([.required("uri", \.uri, "The URI of the document.")])

    var uri = ""
}

/// A document with its content.
struct DocumentItemRecord: OpenRecord {
    static let fields = JSONFieldTable<DocumentItemRecord>([
        .required("uri", \.uri, "The URI of the document."),
        .defaulted("languageId", \.languageID, "The language, as the editor names it."),
        .defaulted("version", \.version, "The version of the content."),
        .required("text", \.text, "The content."),
    ])

    var uri = ""
    var languageID = ""
    var version: Int64 = 0
    var text = ""
}

/// A document with the version of its content.
struct VersionedDocumentRecord: OpenRecord {
    static let fields = JSONFieldTable<VersionedDocumentRecord>([
        .required("uri", \.uri, "The URI of the document."),
        .defaulted("version", \.version, "The version of the content."),
    ])

    var uri = ""
    var version: Int64 = 0
}

/// A change of the content.
struct ContentChangeRecord: OpenRecord {
    static let fields = JSONFieldTable<ContentChangeRecord>([
        .optional("range", \.range, "The range to replace; the whole content without it."),
        .required("text", \.text, "The new text."),
    ])

    var range: RangeRecord?
    var text = ""
}

/// The parameters of `textDocument/didOpen`.
struct OpenDocumentParameters: OpenRecord {
    static let fields = JSONFieldTable<OpenDocumentParameters>([
        .required("textDocument", \.document, "The document.")
    ])

    var document = DocumentItemRecord()
}

/// The parameters of `textDocument/didChange`.
struct ChangeDocumentParameters: OpenRecord {
    static let fields = JSONFieldTable<ChangeDocumentParameters>([
        .required("textDocument", \.document, "The document."),
        .required("contentChanges", \.changes, "The changes, in order."),
    ])

    var document = VersionedDocumentRecord()
    var changes: [ContentChangeRecord] = []
}

/// The parameters of methods with a document only.
struct DocumentParameters: OpenRecord {
    static let fields = JSONFieldTable<DocumentParameters>([
        .required("textDocument", \.document, "The document.")
    ])

    var document = DocumentRecord()
}

/// The parameters of methods with a position.
struct DocumentPositionParameters: OpenRecord {
    static let fields = JSONFieldTable<DocumentPositionParameters>([
        .required("textDocument", \.document, "The document."),
        .required("position", \.position, "The position."),
    ])

    var document = DocumentRecord()
    var position = PositionRecord()
}

/// The parameters of methods with a range.
struct DocumentRangeParameters: OpenRecord {
    static let fields = JSONFieldTable<DocumentRangeParameters>([
        .required("textDocument", \.document, "The document."),
        .required("range", \.range, "The range."),
    ])

    var document = DocumentRecord()
    var range = RangeRecord()
}
