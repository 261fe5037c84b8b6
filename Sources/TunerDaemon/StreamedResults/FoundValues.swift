import JSONCore
import StateCore
import TunableEngine

/// What is found for each key, where something is.
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
    /// The values that were set for all and that could be set again.
    static func valid(_ cursor: KeyCursor) -> FoundValues {
        let rules = cursor.view.state.rules
        return FoundValues(cursor: cursor) { _, tunable, _ in
            tunable?.obstacle(rules) == nil ? tunable?.local?.value : nil
        }
    }

    /// The values that are set for all and that could not be set again.
    static func invalid(_ cursor: KeyCursor) -> FoundValues {
        let rules = cursor.view.state.rules
        return FoundValues(cursor: cursor, isAbsentIfEmpty: true) { _, tunable, _ in
            tunable?.obstacle(rules) == nil ? nil : tunable?.local?.value
        }
    }

    /// What was declared.
    static func specs(_ cursor: KeyCursor) -> FoundValues {
        FoundValues(cursor: cursor) { _, tunable, _ in (tunable?.declaration?.spec.definition).map { .object($0) } }
    }

    /// What each may be, as a property of a JSON Schema.
    static func properties(_ cursor: KeyCursor) -> FoundValues {
        FoundValues(cursor: cursor) { _, tunable, resolution in
            let definition =
                tunable?.declaration?.spec.definition
                ?? resolution.value.flatMap { FreeKind(of: $0) }?.definition
            return definition.map { .object($0) }
        }
    }
}
