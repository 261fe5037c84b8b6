import ClientCore
import ConsoleCore
import JSONCore
import SourceEngine
import SystemCore
import TunerAPI

/// The lines with the last change of each key: "12 → 18 by vim, 3 s ago".
struct CodeLenses {
    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/codeLens") { (parameters: DocumentParameters, reply) in
            guard state.options.hasLens, let document = state.documents[parameters.document.uri] else {
                return reply.sendNull()
            }
            reply.send(lenses(of: document))
        }
        table.onRequest("codeLens/resolve") { (lens: CodeLensRecord, reply) in
            guard let key = lens.key else { return reply.send(lens) }
            var parameters = HistoryParameters()
            (parameters.limit, parameters.match) = (1, PatternList([key]))
            state.live.daemon.call(API.Tunables.history, parameters) { result in
                var lens = lens
                var command = CommandRecord()
                command.title = title(of: key, (try? result.get())?.commits.first)
                lens.command = command
                reply.send(lens)
            }
        }
    }

    private func lenses(of document: OpenDocument) -> [CodeLensRecord] {
        document.uses.compactMap { use in
            guard use.subject != .flag, state.live.tunables[use.key] != nil else { return nil }
            var lens = CodeLensRecord()
            (lens.range, lens.key) = (document.record(use.keyRange, state.encoding), use.key)
            return lens
        }
    }

    private func title(of key: String, _ commit: CommitRecord?) -> String {
        guard let commit, let change = commit.changes.first(where: { $0.key == key })?.hidingSecret else {
            return "never changed"
        }
        let age = AgeText.age(of: WallTime(rfc3339: commit.time), at: state.clock.wall())
        let values = "\(ValueText.line(change.old).shown) → \(ValueText.line(change.value).shown)"
        return "\(values) by \(commit.actor.client.shown)\(age)"
    }
}
