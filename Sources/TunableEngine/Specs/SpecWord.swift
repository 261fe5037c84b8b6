/// The words of a spec or a schema, in the order in which they are written.
package enum SpecWord: String, CaseIterable, Sendable {
    case schema = "$schema"
    case id = "$id"
    case comment = "$comment"
    case type
    case title
    case description
    case `default`
    case `enum`
    case minimum
    case exclusiveMinimum
    case maximum
    case exclusiveMaximum
    case step
    case scale = "x-scale"
    case unit
    case minLength
    case maxLength
    case pattern
    case format
    case items
    case minItems
    case maxItems
    case uniqueItems
    case onUnknown
    case merge
    case properties
    case required
    case additionalProperties
    case tags
    case group
    case restart
    case readOnly
    case secret = "x-secret"
    case deprecated
    case examples

    /// The types that the word applies to; nil if it applies to all.
    var types: [TunableType]? {
        switch self {
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .step, .scale: [.integer, .number]
        case .minLength, .maxLength, .pattern, .format: [.string]
        case .items, .minItems, .maxItems, .uniqueItems, .onUnknown, .merge: [.array]
        case .properties, .required, .additionalProperties: [.object]
        default: nil
        }
    }

    /// Returns whether the word is allowed in a dialect.
    func belongs(to dialect: SpecDialect) -> Bool {
        switch self {
        case .schema, .id, .comment, .examples: dialect == .schema
        case .onUnknown, .merge, .tags, .group, .restart, .readOnly, .secret: dialect != .items
        default: true
        }
    }
}
