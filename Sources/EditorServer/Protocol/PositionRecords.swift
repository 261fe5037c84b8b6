import JSONCore
import SourceEngine

/// A position in a document.
struct PositionRecord: OpenRecord, Equatable {
    static let fields = JSONFieldTable<PositionRecord>([
        .required("line", \.line, "The line, from 0 on."),
        .required("character", \.character, "The column in the negotiated encoding, from 0 on."),
    ])

    var line: Int64 = 0
    var character: Int64 = 0

    init() {}

    init(_ position: SourcePosition) {
        (line, character) = (Int64(position.line), Int64(position.column))
    }

    var position: SourcePosition { SourcePosition(line: clamped(line), column: clamped(character)) }

    private func clamped(_ number: Int64) -> Int { Int(clamping: min(max(number, 0), Int64(Int32.max))) }
}

/// A range in a document.
struct RangeRecord: OpenRecord, Equatable {
    static let fields = JSONFieldTable<RangeRecord>([
        .required("start", \.start, "The first position."),
        .required("end", \.end, "The position after the last one."),
    ])

    var start = PositionRecord()
    var end = PositionRecord()
}

/// A range in a document that need not be open.
struct LocationRecord: OpenRecord {
    static let fields = JSONFieldTable<LocationRecord>([
        .required("uri", \.uri, "The URI of the document."),
        .required("range", \.range, "The range."),
    ])

    var uri = ""
    var range = RangeRecord()
}

/// A change of a document.
struct TextEditRecord: OpenRecord {
    static let fields = JSONFieldTable<TextEditRecord>([
        .required("range", \.range, "The range to replace."),
        .required("newText", \.newText, "The new text."),
    ])

    var range = RangeRecord()
    var newText = ""
}

/// Changes of documents.
struct WorkspaceEditRecord: OpenRecord {
    static let fields = JSONFieldTable<WorkspaceEditRecord>([
        .required("changes", \.changes, "The changes, by URI.")
    ])

    var changes = JSONMap<[TextEditRecord]>()

    init() {}

    init(_ edits: [(uri: String, edits: [TextEditRecord])]) {
        changes.entries = edits.map { ($0.uri, $0.edits) }
    }
}
