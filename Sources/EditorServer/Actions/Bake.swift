import JSONCore
import SourceEngine
import TunableEngine

/// The edits that make live values the defaults in the source.
struct Bake {
    unowned let state: EditorState

    /// Returns the edit of a default that differs from the live value.
    ///
    /// There is none if the value is secret, temporary or a flag's, or if the source cannot spell it in its style.
    func edit(of use: KeyUse, in document: OpenDocument) -> TextEditRecord? {
        guard let value = value(of: use, in: document),
            let edit = try? use.bake(value, in: document.text.bytes.span, document.language)?.edit
        else { return nil }
        return record(edit, in: document)
    }

    /// Returns the edits of all such defaults; none if the new text would not have each value at its key.
    func all(in document: OpenDocument) -> [TextEditRecord] {
        var baked = BakedText(document.text.bytes, document.language)
        for use in document.uses {
            guard let value = value(of: use, in: document) else { continue }
            _ = try? baked.bake(use, value)
        }
        guard !baked.edits.isEmpty, baked.checked(document.uses(in:)) != nil else { return [] }
        return baked.edits.compactMap { record($0, in: document) }
    }

    /// Returns the live value that can replace the default; nil if they are equal.
    private func value(of use: KeyUse, in document: OpenDocument) -> JSON? {
        guard let live = LiveValue(of: use, in: state.live), live.canBake, let literal = document.literal(of: use),
            JSONByValue(literal.value) != JSONByValue(live.value)
        else { return nil }
        return live.value
    }

    private func record(_ edit: SourceEdit, in document: OpenDocument) -> TextEditRecord? {
        guard let text = String(validating: edit.text, as: UTF8.self) else { return nil }
        var record = TextEditRecord()
        record.range = document.record(edit.range, state.encoding)
        record.newText = text
        return record
    }
}
