import JSONCore

/// A command that the client asks the server to execute.
struct CommandRecord: OpenRecord {
    static let fields = JSONFieldTable<CommandRecord>([
        .required("title", \.title, "The text for the user."),
        .required("command", \.command, "The name of the command; empty for a text without a command."),
        .optional("arguments", \.arguments, "The arguments."),
    ])

    var title = ""
    var command = ""
    var arguments: [JSON]?
}

/// The parameters of `workspace/executeCommand`.
struct ExecuteCommandParameters: OpenRecord {
    static let fields = JSONFieldTable<ExecuteCommandParameters>([
        .required("command", \.command, "The name of the command."),
        .defaulted("arguments", \.arguments, "The arguments."),
    ])

    var command = ""
    var arguments: [JSON] = []
}

/// A change that an editor offers for a range.
struct CodeActionRecord: OpenRecord {
    static let fields = JSONFieldTable<CodeActionRecord>([
        .required("title", \.title, "The text for the user."),
        .required("kind", \.kind, "The kind, such as quickfix."),
        .optional("edit", \.edit, "The edit of the source."),
        .optional("command", \.command, "The command, executed after the edit."),
    ])

    var title = ""
    var kind = ""
    var edit: WorkspaceEditRecord?
    var command: CommandRecord?

    init() {}

    init(_ title: String, _ kind: ActionKind) { (self.title, self.kind) = (title, kind.rawValue) }
}

/// The kinds of the server's actions.
enum ActionKind: String, CaseIterable {
    case quickFix = "quickfix"
    case inline = "refactor.inline"
    case rewrite = "refactor.rewrite"
    case bakeAll = "source.bakeAll.tuner"

    /// Whether a client that wants only some kinds, such as `refactor`, wants this one.
    func isWanted(_ only: [String]?) -> Bool {
        guard let only else { return true }
        return only.contains { rawValue == $0 || rawValue.utf8.starts(with: "\($0).".utf8) || $0.isEmpty }
    }
}

/// The parameters of `textDocument/codeAction`.
struct CodeActionParameters: OpenRecord {
    static let fields = JSONFieldTable<CodeActionParameters>([
        .required("textDocument", \.document, "The document."),
        .required("range", \.range, "The range."),
        .defaulted("context", \.context, "What the client wants."),
    ])

    var document = DocumentRecord()
    var range = RangeRecord()
    var context = CodeActionContext()
}

/// The kinds of actions that a client wants.
struct CodeActionContext: OpenRecord {
    static let fields = JSONFieldTable<CodeActionContext>([
        .optional("only", \.only, "The wanted kinds; by default all.")
    ])

    var only: [String]?
}
