import ClientCore
import JSONCore
import SourceEngine
import SystemCore
import TunerAPI

/// The texts at keys: what the daemon knows of a tunable or a flag.
struct Hovers {
    private static let commitCount: Int64 = 5

    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/hover") { (parameters: DocumentPositionParameters, reply) in
            guard let document = state.documents[parameters.document.uri],
                let use = document.use(at: parameters.position, state.encoding)
            else { return reply.sendNull() }
            let range = document.record(use.keyRange, state.encoding)
            if use.subject != .flag, state.live.tunables[use.key] != nil {
                showTunable(use.key, range, reply)
            } else if use.subject != .tunable, let flag = state.live.flags[use.key] {
                showFlag(use.key, flag, range, reply)
            } else {
                reply.sendNull()
            }
        }
    }

    private func showTunable(_ key: String, _ range: RangeRecord, _ reply: Reply) {
        var parameters = KeyParameters()
        parameters.key = key
        state.live.daemon.call(API.Tunables.describe, parameters) { result in
            guard case .success(let tunable) = result else { return reply.sendNull() }
            var parameters = HistoryParameters()
            parameters.match = PatternList([key])
            parameters.limit = Hovers.commitCount
            state.live.daemon.call(API.Tunables.history, parameters) { result in
                let commits = (try? result.get())?.commits ?? []
                let hover = TunableHover(tunable: tunable, commits: commits, now: state.clock.wall())
                send(range, reply) { text in hover.write(to: &text) }
            }
        }
    }

    private func showFlag(_ key: String, _ live: LiveFlag, _ range: RangeRecord, _ reply: Reply) {
        var parameters = FlagParameters()
        parameters.key = key
        state.live.daemon.call(API.Flags.get, parameters) { result in
            guard case .success(let flag) = result else { return reply.sendNull() }
            send(range, reply) { text in FlagHover(flag: flag, live: live).write(to: &text) }
        }
    }

    private func send(_ range: RangeRecord, _ reply: Reply, _ write: (inout MarkupText) -> Void) {
        var text = MarkupText(isMarkdown: state.client.rendersMarkdown)
        write(&text)
        var hover = HoverRecord()
        (hover.contents, hover.range) = (text.record, range)
        reply.send(hover)
    }
}
