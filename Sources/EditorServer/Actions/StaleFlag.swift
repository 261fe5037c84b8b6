import JSONCore
import SourceEngine
import SystemCore

/// A flag that has been the same for everybody for so long that the source does not need it.
enum StaleFlag {
    private static let limit = Duration.seconds(30 * 86_400)

    /// Returns how long the flag has been the same for everybody; nil if it is not stale.
    static func age(of key: String, in state: EditorState) -> Duration? {
        guard let time = state.live.flags.constants[key] else { return nil }
        let age = Duration.milliseconds(state.clock.wall().milliseconds - time.milliseconds)
        return age >= limit ? age : nil
    }

    /// Returns the edit that replaces the call of a stale flag by its value, in the style of its default.
    ///
    /// There is none if the source has no whole call with a plain default, and none in Swift, where the call creates an
    /// object and not a value.
    static func removal(of use: KeyUse, in document: OpenDocument, _ state: EditorState) -> TextEditRecord? {
        guard document.language != .swift, let call = use.callRange, age(of: use.key, in: state) != nil,
            let value = state.live.flags[use.key]?.value, let literal = document.literal(of: use),
            let bytes = try? literal.rewritten(to: value), let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        var edit = TextEditRecord()
        (edit.range, edit.newText) = (document.record(call, state.encoding), text)
        return edit
    }
}
