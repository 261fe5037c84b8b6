import JSONCore
import SourceEngine
import TunableEngine
import TunerAPI

/// The colors in defaults, and the color picker, which also drives the running programs.
struct DocumentColors {
    unowned let state: EditorState

    func add(to table: inout HandlerTable) {
        table.onRequest("textDocument/documentColor") { (parameters: DocumentParameters, reply) in
            guard let document = state.documents[parameters.document.uri] else { return reply.sendNull() }
            reply.send(document.uses.compactMap { information(of: $0, in: document) })
        }
        table.onRequest("textDocument/colorPresentation") { (parameters: ColorPresentationParameters, reply) in
            guard let document = state.documents[parameters.document.uri] else { return reply.sendNull() }
            let range = document.range(parameters.range, state.encoding)
            guard let use = document.uses.first(where: { $0.defaultRange == range }),
                let presentation = present(parameters.color, of: use, in: document)
            else { return reply.send([ColorPresentationRecord]()) }
            reply.send([presentation])
        }
    }

    /// Sets the live value to a picked color that the client has now put into the document.
    func setPicked(in document: OpenDocument) {
        guard let picked = state.pickedColor, picked.uri == document.uri,
            let use = document.uses.first(where: { $0.key == picked.key }),
            document.literal(of: use)?.value == .string(picked.color)
        else { return }
        state.pickedColor = nil
        var parameters = SetParameters()
        (parameters.key, parameters.value, parameters.creates) = (picked.key, .string(picked.color), false)
        state.live.daemon.call(API.Tunables.set, parameters) { _ in }
    }

    private func information(of use: KeyUse, in document: OpenDocument) -> ColorInformationRecord? {
        guard let range = use.defaultRange, let color = color(of: use, in: document) else { return nil }
        var information = ColorInformationRecord()
        (information.range, information.color) = (document.record(range, state.encoding), color.record)
        return information
    }

    /// Returns the color in a default; nil if the key is not that of a color.
    private func color(of use: KeyUse, in document: OpenDocument) -> HexColor? {
        guard use.subject != .flag, let tunable = state.live.tunables[use.key], !tunable.isSecret,
            tunable.definition.map({ $0["format"] == "color" }) ?? true,
            case .string(let text)? = document.literal(of: use)?.value
        else { return nil }
        return HexColor(text)
    }

    private func present(
        _ color: ColorRecord,
        of use: KeyUse,
        in document: OpenDocument
    ) -> ColorPresentationRecord? {
        guard let range = use.defaultRange, let old = self.color(of: use, in: document),
            let literal = document.literal(of: use)
        else { return nil }
        let new = HexColor(color, like: old)
        guard let bytes = try? literal.rewritten(to: .string(new.text)),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        state.pickedColor = PickedColor(uri: document.uri, key: use.key, color: new.text)
        var presentation = ColorPresentationRecord()
        presentation.label = new.text
        (presentation.edit.range, presentation.edit.newText) = (document.record(range, state.encoding), text)
        return presentation
    }
}

/// The last color that a user has chosen in a color picker.
struct PickedColor {
    let uri: DocumentURI
    let key: String
    let color: String
}
