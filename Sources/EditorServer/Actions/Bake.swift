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
        guard let range = use.defaultRange, let live = LiveValue(of: use, in: state.live), live.canBake,
            let literal = document.literal(of: use), JSONByValue(literal.value) != JSONByValue(live.value),
            let bytes = try? literal.rewritten(to: live.value), let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var edit = TextEditRecord()
        edit.range = document.record(range, state.encoding)
        edit.newText = text
        return edit
    }
}
