import JSONCore

/// A definition in flagd's format: its text, or a tree if it did not come from a text.
///
/// A text takes a quarter of the memory of a tree. It is seldom needed after the definition was read.
enum DefinitionSource: Sendable {
    case text([UInt8])
    case tree(JSONObject)

    /// Creates the source of a definition that was read from `text` and then changed to `object`.
    init(changed object: JSONObject) {
        var bytes = ByteBuffer()
        do {
            try bytes.append(json: .object(object))
            self = .text([UInt8](bytes))
        } catch {
            self = .tree(object)
        }
    }

    var object: JSONObject {
        switch self {
        case .tree(let object): return object
        case .text(let text):
            guard case .object(let object)? = try? JSON.parse(text.span, depthLimit: JSON.deepestLimit) else {
                preconditionFailure("a definition that was read can be read again")
            }
            return object
        }
    }

    func hasText(_ other: Span<UInt8>) -> Bool {
        if case .text(let text) = self { text.span.hasSameBytes(as: other) } else { false }
    }
}

extension DefinitionSource: Equatable {
    static func == (left: DefinitionSource, right: DefinitionSource) -> Bool {
        if case .text(let text) = left, right.hasText(text.span) { return true }
        return left.object == right.object
    }
}
