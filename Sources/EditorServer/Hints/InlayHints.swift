import ConsoleCore
import JSONCore
import SourceEngine
import TunableEngine

/// The hints with live values: `→ 18` after a default that differs, and `= 18` after a key without a default.
struct InlayHints {
    /// The largest number of characters of a value in a hint.
    private static let maxLength = 32

    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/inlayHint") { (parameters: DocumentRangeParameters, reply) in
            guard let document = state.documents[parameters.document.uri] else { return reply.sendNull() }
            reply.send(hints(in: document, document.range(parameters.range, state.encoding)))
        }
    }

    /// Returns the hints of the uses that touch a range of bytes.
    func hints(in document: OpenDocument, _ range: Range<Int>) -> [InlayHintRecord] {
        document.uses.compactMap { use in
            let end = hintOffset(of: use, in: document)
            guard use.keyRange.lowerBound <= range.upperBound, end >= range.lowerBound else { return nil }
            return hint(of: use, in: document, at: end)
        }
    }

    private func hint(of use: KeyUse, in document: OpenDocument, at offset: Int) -> InlayHintRecord? {
        guard let live = LiveValue(of: use, in: state.live) else { return nil }
        let literal = document.literal(of: use)
        if let literal, JSONByValue(literal.value) == JSONByValue(live.value), !live.isSecret { return nil }
        var hint = InlayHintRecord()
        hint.position = document.record(offset..<offset, state.encoding).start
        hint.label = (use.defaultRange == nil ? "= " : "→ ") + InlayHints.short(live.shownValue)
        hint.tooltip = live.origin
        hint.edits = Bake(state: state).edit(of: use, in: document).map { [$0] }
        return hint
    }

    /// Returns the offset after the default, or after the key with its quote.
    private func hintOffset(of use: KeyUse, in document: OpenDocument) -> Int {
        if let range = use.defaultRange { return range.upperBound }
        let end = use.keyRange.upperBound
        guard end < document.text.bytes.count else { return end }
        return [UInt8](#""'`"#.utf8).contains(document.text.bytes[end]) ? end + 1 : end
    }

    private static func short(_ value: JSON) -> String {
        let text = JSONText.compact(value).escapedForTerminals
        return text.count <= maxLength ? text : text.prefix(maxLength - 1) + "…"
    }
}
