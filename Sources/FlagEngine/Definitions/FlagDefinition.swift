package import JSONCore

/// A validated flag definition with its compiled rule; immutable.
package final class FlagDefinition: Sendable {
    package let key: FlagKey

    /// The definition in flagd's format.
    private let source: DefinitionSource

    package let state: FlagState

    /// The type of the variants; never `integer`.
    package let type: FlagType

    /// The values by variant name; at least one.
    package let variants: JSONObject

    /// The index of the variant that applies if no rule decides; nil if the caller's default applies.
    package let defaultVariant: Int?

    /// The targeting rule; nil if there is none.
    package let rule: Rule?

    /// The flag's metadata, merged over the document's metadata.
    package let metadata: JSONObject

    init(
        key: FlagKey,
        source: DefinitionSource,
        state: FlagState,
        type: FlagType,
        variants: JSONObject,
        defaultVariant: Int?,
        rule: Rule?,
        metadata: JSONObject
    ) {
        self.key = key
        self.source = source
        self.state = state
        self.type = type
        self.variants = variants
        self.defaultVariant = defaultVariant
        self.rule = rule
        self.metadata = metadata
    }

    /// Reads a definition outside of a document, or throws the first error.
    package static func read(_ definition: JSON, key: FlagKey) throws(FlagFault) -> FlagDefinition {
        var reader = FlagReader()
        return try reader.read(definition, key: key)
    }

    /// The definition in flagd's format, complete by itself.
    ///
    /// References to shared rules are replaced by the rules, and the document's metadata is included.
    package var definition: JSONObject { source.object }

    /// Returns whether the definition was read from a text, and reading `text` without shared rules gives the same one.
    func hasText(_ text: Span<UInt8>) -> Bool {
        rule?.missingEvaluator == nil && source.hasText(text)
    }

    package var isEnabled: Bool { state == .enabled }

    /// The name of the variant that applies if no rule decides.
    package var defaultVariantName: String? { defaultVariant.map { variants.members[$0].name } }

    /// Returns the index of a variant, or nil if there is no variant of that name.
    func index(ofVariant name: String) -> Int? {
        for index in 0..<variants.count {
            if variants.members[index].name.hasSameBytes(as: name) {
                return index
            }
        }
        return nil
    }

    /// Returns the variant name that is most similar to a wrong name, to suggest it.
    func nearestVariant(to name: String) -> String? {
        NearestName.nearest(to: name, among: variants.members.lazy.map(\.name))
    }
}

extension FlagDefinition: Equatable {
    /// Returns whether both have the same key and definition; the order of members does not matter.
    package static func == (left: FlagDefinition, right: FlagDefinition) -> Bool {
        left === right || left.key == right.key && left.source == right.source
    }
}
