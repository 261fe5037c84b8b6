package import JSONCore

/// What one flag is, checked and with its rule compiled, unchanging behind one reference.
package final class FlagDefinition: Sendable {
    /// The flag's name.
    package let key: FlagKey

    /// The definition by itself, in flagd's words: shared rules and the document's metadata are put in their places.
    package let definition: JSONObject

    /// Whether it says anything.
    package let state: FlagState

    /// What its values are; never `integer`.
    package let type: FlagType

    /// The values by name, one at least.
    package let variants: JSONObject

    /// The variant that holds where no rule decides, counted from 0.
    package let defaultVariant: Int?

    /// What chooses a variant; none where there is nothing to choose by.
    package let rule: Rule?

    /// What else is said of it, by the document or by itself, which wins.
    package let metadata: JSONObject

    init(
        key: FlagKey,
        definition: JSONObject,
        state: FlagState,
        type: FlagType,
        variants: JSONObject,
        defaultVariant: Int?,
        rule: Rule?,
        metadata: JSONObject
    ) {
        self.key = key
        self.definition = definition
        self.state = state
        self.type = type
        self.variants = variants
        self.defaultVariant = defaultVariant
        self.rule = rule
        self.metadata = metadata
    }

    /// Reads a definition that stands by itself; refused with the first thing that is wrong.
    package static func read(_ definition: JSON, key: FlagKey) throws(FlagFault) -> FlagDefinition {
        var reader = FlagReader()
        return try reader.read(definition, key: key)
    }

    /// Whether it is not off.
    var isEnabled: Bool { state == .enabled }

    /// The name of the variant that holds where no rule decides.
    package var defaultVariantName: String? { defaultVariant.map { variants.members[$0].name } }

    /// A variant's place by its name.
    func index(ofVariant name: String) -> Int? {
        variants.members.firstIndex { $0.name.hasSameBytes(as: name) }
    }

    /// The variant that a wrong name was perhaps meant to be.
    func nearestVariant(to name: String) -> String? {
        NearestName.nearest(to: name, among: variants.members.lazy.map(\.name))
    }
}

extension FlagDefinition: Equatable {
    /// The same key and the same words, in whatever order.
    package static func == (left: FlagDefinition, right: FlagDefinition) -> Bool {
        left === right || left.key == right.key && left.definition == right.definition
    }
}
