import JSONCore
import StateCore
import TunableEngine

/// The non-nil results of a function for each key.
struct FoundValues: KeyedMember {
    var cursor: KeyCursor
    var isAbsentIfEmpty = false
    let find: (Span<UInt8>, StoredTunable?, Resolution) -> JSON?

    mutating func write(
        _ key: Span<UInt8>,
        _ tunable: StoredTunable?,
        _ resolution: Resolution,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) -> KeyCursor.Step {
        if let value = find(key, tunable, resolution) {
            writer.name(key: key)
            try writer.value(value)
        }
        return .on
    }
}

extension FoundValues {
    /// The shared values that are valid and so could be set again, without hidden ones.
    static func valid(_ cursor: KeyCursor, _ filter: SecretFilter) -> FoundValues {
        let rules = cursor.view.state.rules
        return FoundValues(cursor: cursor) { _, tunable, _ in
            guard !filter.hides(tunable?.declaration?.spec) else { return nil }
            return tunable?.obstacle(rules) == nil ? tunable?.local?.value : nil
        }
    }

    /// The shared values that are not valid and so could not be set again, without hidden ones.
    static func invalid(_ cursor: KeyCursor, _ filter: SecretFilter) -> FoundValues {
        let rules = cursor.view.state.rules
        return FoundValues(cursor: cursor, isAbsentIfEmpty: true) { _, tunable, _ in
            guard !filter.hides(tunable?.declaration?.spec) else { return nil }
            return tunable?.obstacle(rules) == nil ? nil : tunable?.local?.value
        }
    }

    /// The declared specs, without those that have hidden values: an import would store the spec without them.
    static func specs(_ cursor: KeyCursor, _ filter: SecretFilter) -> FoundValues {
        FoundValues(cursor: cursor) { _, tunable, _ in
            guard let spec = tunable?.declaration?.spec, !filter.hides(spec) || !spec.hasValues else { return nil }
            return .object(spec.definition)
        }
    }

    /// The specs of the keys as properties of a JSON Schema.
    ///
    /// A key without a declaration gets the type of its value.
    static func properties(_ cursor: KeyCursor, _ filter: SecretFilter) -> FoundValues {
        FoundValues(cursor: cursor) { _, tunable, resolution in
            let spec = tunable?.declaration?.spec
            let definition =
                (filter.hides(spec) ? spec?.definition.withoutDefault : spec?.definition)
                ?? resolution.value.flatMap { FreeKind(of: $0) }?.definition
            return definition.map { .object($0) }
        }
    }
}
