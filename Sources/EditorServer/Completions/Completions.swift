import ClientCore
import ConsoleCore
import JSONCore
import SourceEngine
import TunableEngine
import TunerAPI

/// The proposals of keys in string literals, and of values in defaults.
struct Completions {
    private static let limit: Int64 = 100

    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/completion") { (parameters: DocumentPositionParameters, reply) in
            guard let document = state.documents[parameters.document.uri] else { return reply.sendNull() }
            let offset = document.text.offset(of: parameters.position.position, in: state.encoding)
            if let use = document.uses.first(where: { $0.defaultRange?.touches(offset) == true }) {
                return reply.send(values(of: use, in: document))
            }
            guard let typed = TypedKey(at: offset, in: document.text.bytes) else { return reply.sendNull() }
            sendKeys(typed, document.record(typed.range, state.encoding), reply)
        }
    }

    // MARK: Keys

    private func sendKeys(_ typed: TypedKey, _ range: RangeRecord, _ reply: Reply) {
        var parameters = ListParameters()
        if !typed.prefix.isEmpty { parameters.match = PatternList(["\(typed.prefix)*"]) }
        parameters.limit = Completions.limit
        state.live.daemon.call(API.Tunables.list, parameters) { result in
            guard case .success(let tunables) = result else { return reply.sendNull() }
            var list = CompletionListRecord()
            list.items = tunables.tunables.map { item(of: $0, range) }
            list.isIncomplete = tunables.more == true
            addFlags(typed, range, list, reply)
        }
    }

    private func addFlags(_ typed: TypedKey, _ range: RangeRecord, _ list: CompletionListRecord, _ reply: Reply) {
        var parameters = ListFlagsParameters()
        parameters.limit = Completions.limit
        if !typed.prefix.isEmpty { parameters.after = typed.prefix }
        state.live.daemon.call(API.Flags.list, parameters) { result in
            var list = list
            let flags = (try? result.get())?.flags ?? []
            list.items += flags.filter { $0.key.utf8.starts(with: typed.prefix.utf8) }.map { item(of: $0, range) }
            reply.send(list)
        }
    }

    private func item(of tunable: ListedTunable, _ range: RangeRecord) -> CompletionItemRecord {
        var item = item(tunable.key, range)
        let value = tunable.isSecret == true ? tunable.value.map { _ in JSON.secretMark } : tunable.value
        item.detail = "\(ValueText.short(value)) (\(tunable.origin.shown))"
        if case .string(let description)? = tunable.spec?["description"] { item.documentation = description.shownWhole }
        return item
    }

    private func item(of flag: ListedFlag, _ range: RangeRecord) -> CompletionItemRecord {
        var item = item(flag.key, range)
        item.detail = "flag (\(flag.variants.map(\.shown).joined(separator: ", ")))"
        item.documentation = flag.summary?.shownWhole
        return item
    }

    private func item(_ key: String, _ range: RangeRecord) -> CompletionItemRecord {
        var item = CompletionItemRecord()
        (item.label, item.filterText) = (key, key)
        (item.edit.range, item.edit.newText) = (range, key)
        return item
    }

    // MARK: Values

    /// Returns the values that a declaration lists, in the style of the present default.
    private func values(of use: KeyUse, in document: OpenDocument) -> CompletionListRecord {
        var list = CompletionListRecord()
        guard let range = use.defaultRange, let literal = document.literal(of: use),
            let spec = state.live.tunables[use.key]?.spec, !spec.isSecret
        else { return list }
        let record = document.record(range, state.encoding)
        for value in allowedValues(spec) {
            guard let bytes = try? literal.rewritten(to: value),
                let text = String(validating: bytes, as: UTF8.self)
            else { continue }
            var item = item(text, record)
            item.label = ValueText.short(value)
            item.kind = CompletionItemRecord.Kind.enumMember.rawValue
            if JSONByValue(value) == spec.defaultValue.map({ JSONByValue($0) }) { item.detail = "default" }
            list.items.append(item)
        }
        return list
    }

    private func allowedValues(_ spec: Spec) -> [JSON] {
        if case .array(let values)? = spec.definition["enum"] { return values }
        return spec.type == .boolean ? [true, false] : []
    }
}
