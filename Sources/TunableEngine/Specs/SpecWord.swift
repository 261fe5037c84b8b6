/// The words that a spec, or a schema that is read, may have; written in this order.
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
    case deprecated
    case examples

    /// The types it says something about; all, where it is not about one.
    var types: [TunableType]? {
        switch self {
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .step: [.integer, .number]
        case .minLength, .maxLength, .pattern, .format: [.string]
        case .items, .minItems, .maxItems, .uniqueItems, .onUnknown, .merge: [.array]
        case .properties, .required, .additionalProperties: [.object]
        default: nil
        }
    }

    /// Whether it may stand at such a place.
    func belongs(to dialect: SpecDialect) -> Bool {
        switch self {
        case .schema, .id, .comment, .examples, .properties, .required, .additionalProperties: dialect == .schema
        case .onUnknown, .merge, .tags, .group, .restart: dialect != .items
        default: true
        }
    }
}
