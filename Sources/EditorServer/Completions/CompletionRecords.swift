import JSONCore

/// A text that an editor proposes.
struct CompletionItemRecord: OpenRecord {
    /// The icons that the protocol names.
    enum Kind: Int64 {
        case enumMember = 20
        case constant = 21
    }

    static let fields = JSONFieldTable<CompletionItemRecord>([
        .required("label", \.label, "The text in the list."),
        .required("kind", \.kind, "The icon."),
        .optional("detail", \.detail, "A short text beside the label."),
        .optional("documentation", \.documentation, "A longer text."),
        .required("filterText", \.filterText, "What the typed text is compared with."),
        .required("textEdit", \.edit, "The edit of a user who selects the item."),
    ])

    var label = ""
    var kind = Kind.constant.rawValue
    var detail: String?
    var documentation: String?
    var filterText = ""
    var edit = TextEditRecord()
}

/// The result of `textDocument/completion`.
struct CompletionListRecord: OpenRecord {
    static let fields = JSONFieldTable<CompletionListRecord>([
        .required("isIncomplete", \.isIncomplete, "Whether more typed text may find other items."),
        .required("items", \.items, "The items."),
    ])

    var isIncomplete = false
    var items: [CompletionItemRecord] = []
}
