import JSONCore

/// A remark of the server about a range of a document.
struct DiagnosticRecord: OpenRecord, Equatable {
    enum Severity: Int64 {
        case error = 1
        case warning
        case information
        case hint
    }

    /// The tag of code without an effect, which editors fade.
    static let unnecessaryTag: Int64 = 1

    /// The tag of deprecated code, which editors strike through.
    static let deprecatedTag: Int64 = 2

    static let fields = JSONFieldTable<DiagnosticRecord>([
        .required("range", \.range, "The range."),
        .required("severity", \.severity, "1 error, 2 warning, 3 information, 4 hint."),
        .required("code", \.code, "The kind of the remark."),
        .required("source", \.source, "The program that made the remark."),
        .required("message", \.message, "The remark, for people."),
        .optional("tags", \.tags, "1 for code without an effect, 2 for deprecated code."),
    ])

    var range = RangeRecord()
    var severity = Severity.warning.rawValue
    var code = ""
    var source = "tuner"
    var message = ""
    var tags: [Int64]?

    init() {}

    init(_ code: String, _ message: String, _ range: RangeRecord, _ severity: Severity = .warning) {
        (self.code, self.message, self.range, self.severity) = (code, message, range, severity.rawValue)
    }
}

/// The parameters of `textDocument/publishDiagnostics`.
struct PublishedDiagnostics: OpenRecord {
    static let fields = JSONFieldTable<PublishedDiagnostics>([
        .required("uri", \.uri, "The URI of the document."),
        .optional("version", \.version, "The version of the content."),
        .required("diagnostics", \.diagnostics, "All remarks about the document."),
    ])

    var uri = ""
    var version: Int64?
    var diagnostics: [DiagnosticRecord] = []
}
