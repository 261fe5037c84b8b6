import ConsoleCore
import JSONCore
import RPCCore
import SourceEngine
import TunableEngine

/// The changes that the server offers: of the source by an edit, of the daemon by a command.
struct CodeActions {
    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/codeAction") { (parameters: CodeActionParameters, reply) in
            guard let document = state.documents[parameters.document.uri] else { return reply.sendNull() }
            let range = document.range(parameters.range, state.encoding)
            let only = parameters.context.only
            let actions = actions(in: document, range)
            reply.send(actions.filter { ActionKind(rawValue: $0.kind)?.isWanted(only) != false })
        }
    }

    /// Returns the actions of the uses that touch a range, and those of the whole document.
    func actions(in document: OpenDocument, _ range: Range<Int>) -> [CodeActionRecord] {
        let uses = document.uses.filter { use in
            let whole = use.callRange ?? use.keyRange.lowerBound..<(use.defaultRange ?? use.keyRange).upperBound
            return whole.lowerBound <= range.upperBound && range.lowerBound <= whole.upperBound
        }
        return uses.flatMap { actions(of: $0, in: document) } + [bakeAll(document)].compactMap(\.self)
    }

    private func actions(of use: KeyUse, in document: OpenDocument) -> [CodeActionRecord] {
        guard use.subject != .flag else { return [removal(of: use, in: document)].compactMap(\.self) }
        guard let tunable = state.live.tunables[use.key] else { return repairs(of: use, in: document) }
        let literal = document.literal(of: use)
        var actions = [bake(use, in: document)].compactMap(\.self)
        if let literal, !tunable.isSecret, tunable.value.map({ JSONByValue($0) }) != JSONByValue(literal.value) {
            actions.append(command(.set, use.key, literal.value, "Set \(use.key) to \(short(literal.value))"))
        }
        if tunable.origin == "local" || tunable.origin == "world" {
            actions.append(command(.reset, use.key, nil, "Reset \(use.key)"))
        }
        if tunable.definition == nil, let literal { actions.append(declare(use.key, literal.value)) }
        return actions
    }

    /// Returns the action that replaces the call of a stale flag by its value.
    private func removal(of use: KeyUse, in document: OpenDocument) -> CodeActionRecord? {
        guard let edit = StaleFlag.removal(of: use, in: document, state) else { return nil }
        var action = CodeActionRecord("Replace the flag \(use.key) by \(edit.newText.shown)", .quickFix)
        action.edit = WorkspaceEditRecord([(document.uri.text, [edit])])
        return action
    }

    /// Returns the actions for a key that the daemon does not know.
    private func repairs(of use: KeyUse, in document: OpenDocument) -> [CodeActionRecord] {
        guard let error = state.live.tunables.fault(of: use.key) else { return [] }
        var actions: [CodeActionRecord] = []
        if case .string(let nearest)? = error.data["nearest"] {
            var action = CodeActionRecord("Replace by \(nearest.shownWhole)", .quickFix)
            var edit = TextEditRecord()
            (edit.range, edit.newText) = (document.record(use.keyRange, state.encoding), nearest)
            action.edit = WorkspaceEditRecord([(document.uri.text, [edit])])
            actions.append(action)
        }
        if let literal = document.literal(of: use) { actions.append(declare(use.key, literal.value)) }
        return actions
    }

    private func bake(_ use: KeyUse, in document: OpenDocument) -> CodeActionRecord? {
        guard let edit = Bake(state: state).edit(of: use, in: document) else { return nil }
        var action = CodeActionRecord("Bake \(edit.newText.shown) as the default of \(use.key)", .inline)
        action.edit = WorkspaceEditRecord([(document.uri.text, [edit])])
        return action
    }

    private func bakeAll(_ document: OpenDocument) -> CodeActionRecord? {
        let edits = Bake(state: state).all(in: document)
        guard !edits.isEmpty else { return nil }
        let noun = edits.count == 1 ? "value" : "values"
        var action = CodeActionRecord("Bake all \(edits.count) live \(noun) of this file", .bakeAll)
        action.edit = WorkspaceEditRecord([(document.uri.text, edits)])
        return action
    }

    private func declare(_ key: String, _ value: JSON) -> CodeActionRecord {
        command(.declare, key, value, "Declare \(key) with the default \(short(value))")
    }

    private func command(_ name: ServerCommand, _ key: String, _ value: JSON?, _ title: String) -> CodeActionRecord {
        var action = CodeActionRecord(title, name == .declare ? .quickFix : .rewrite)
        var command = CommandRecord()
        (command.title, command.command) = (title, name.rawValue)
        command.arguments = [.string(key)] + [value].compactMap(\.self)
        action.command = command
        return action
    }

    private func short(_ value: JSON) -> String { JSONText.compact(value).shown }
}
