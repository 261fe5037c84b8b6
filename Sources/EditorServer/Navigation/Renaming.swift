import ClientCore
import JSONCore
import RPCCore
import SourceEngine
import TunableEngine
import TunerAPI

/// The new name of a key, in the sources and in the daemon.
struct Renaming {
    private struct Change {
        let old: String
        let new: String
        let edit: WorkspaceEditRecord
    }

    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/prepareRename") { (parameters: DocumentPositionParameters, reply) in
            guard let document = state.documents[parameters.document.uri],
                let use = document.use(at: parameters.position, state.encoding), canRename(use, in: document)
            else { return reply.sendNull() }
            var record = RenameRangeRecord()
            (record.range, record.placeholder) = (document.record(use.keyRange, state.encoding), use.key)
            reply.send(record)
        }
        table.onRequest("textDocument/rename") { (parameters: RenameParameters, reply) in
            guard let document = state.documents[parameters.document.uri],
                let use = document.use(at: parameters.position, state.encoding), canRename(use, in: document)
            else { return reply.fail(RPCError(.requestFailed, "there is no tunable here")) }
            do throws(KeyFault) {
                _ = try Key(parameters.newName)
            } catch {
                return reply.fail(RPCError(.requestFailed, error.sentence(about: parameters.newName)))
            }
            guard let edit = edit(use.key, parameters.newName) else {
                let reason = "a file of constants has \(use.key) as a path; rename it there"
                return reply.fail(RPCError(.requestFailed, reason))
            }
            checkNew(Change(old: use.key, new: parameters.newName, edit: edit), reply)
        }
    }

    private func canRename(_ use: KeyUse, in document: OpenDocument) -> Bool {
        guard use.subject != .flag else { return false }
        return document.names(use) && state.live.flags[use.key] == nil || state.live.tunables[use.key] != nil
    }

    // MARK: The daemon

    /// Requires that the daemon does not know the new key.
    private func checkNew(_ change: Change, _ reply: Reply) {
        describe(change.new) { result in
            switch result {
            case .success: reply.fail(RPCError(.requestFailed, "\(change.new) exists already"))
            case .failure(.refused(let error)) where error.kind == ErrorKind.unknownKey.rawValue:
                move(change, reply)
            case .failure(let failure): reply.fail(RPCError(failure))
            }
        }
    }

    private func move(_ change: Change, _ reply: Reply) {
        describe(change.old) { result in
            switch result {
            case .success(let tunable): move(tunable, change, reply)
            // A key that only the sources have.
            case .failure(.refused(let error)) where error.kind == ErrorKind.unknownKey.rawValue:
                reply.send(change.edit)
            case .failure(let failure): reply.fail(RPCError(failure))
            }
        }
    }

    private func move(_ tunable: DescribeResult, _ change: Change, _ reply: Reply) {
        if let reason = Renaming.refusal(of: tunable) { return reply.fail(RPCError(.requestFailed, reason)) }
        var parameters = ImportParameters()
        if let spec = tunable.spec { parameters.specs[change.new] = .object(spec) }
        let local = tunable.candidates.first { $0.origin == "local" }
        if let local { parameters.values[change.new] = local.value }
        state.live.daemon.call(API.Tunables.importing, parameters) { result in
            if case .failure(let failure) = result { return reply.fail(RPCError(failure)) }
            var parameters = KeyParameters()
            parameters.key = change.old
            state.live.daemon.call(API.Tunables.forget, parameters) { result in
                if case .failure(let failure) = result { return reply.fail(RPCError(failure)) }
                reply.send(change.edit)
            }
        }
    }

    /// Returns why the daemon cannot give a tunable another name; nil if it can.
    private static func refusal(of tunable: DescribeResult) -> String? {
        let key = tunable.key.shownWhole
        if let whole = tunable.memberOf { return "\(key) is a member of \(whole.shownWhole)" }
        if tunable.isSecret == true { return "\(key) is secret, so its value cannot be copied" }
        if tunable.end != nil { return "\(key) has a temporary value; reset it first" }
        return nil
    }

    private func describe(_ key: String, _ handle: @escaping (Result<DescribeResult, CallFailure>) -> Void) {
        var parameters = KeyParameters()
        parameters.key = key
        state.live.daemon.call(API.Tunables.describe, parameters, handle)
    }

    // MARK: The sources

    /// Returns nil if a file of constants has the key as a path through objects: no edit of one name renames it.
    private func edit(_ old: String, _ new: String) -> WorkspaceEditRecord? {
        var edits: [(uri: String, edits: [TextEditRecord])] = []
        var isPossible = true
        KeyUses(state: state).forEachDocument(using: old) { document, uses in
            let uses = uses.filter { document.names($0) || state.live.knows(old) }
            isPossible = isPossible && uses.allSatisfy { $0.keyRange.count == old.utf8.count }
            let own = uses.map { use in
                var edit = TextEditRecord()
                (edit.range, edit.newText) = (document.record(use.keyRange, state.encoding), new)
                return edit
            }
            if !own.isEmpty { edits.append((document.uri.text, own)) }
        }
        return isPossible ? WorkspaceEditRecord(edits) : nil
    }
}
