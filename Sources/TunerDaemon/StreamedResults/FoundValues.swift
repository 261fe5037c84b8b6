import JSONCore
import StateCore
import TunableEngine

/// What is found for each key, where something is.
struct FoundValues: KeyedMember {
    var walk: KeyWalk
    var isAbsentIfEmpty = false
    let find: (Span<UInt8>, StoredTunable?, Resolution) -> JSON?

    mutating func write(
        _ key: Span<UInt8>,
        _ tunable: StoredTunable?,
        _ resolution: Resolution,
        to writer: inout JSONWriter
    ) throws(JSONNotFinite) -> KeyWalk.Step {
        if let value = find(key, tunable, resolution) {
            writer.name(key: key)
            try writer.value(value)
        }
        return .on
    }
}

extension FoundValues {
    /// The values that were set for all and that could be set again.
    static func valid(_ walk: KeyWalk) -> FoundValues {
        let rules = walk.view.state.rules
        return FoundValues(walk: walk) { _, tunable, _ in
            tunable?.obstacle(rules) == nil ? tunable?.local?.value : nil
        }
    }

    /// The values that are set for all and that could not be set again.
    static func invalid(_ walk: KeyWalk) -> FoundValues {
        let rules = walk.view.state.rules
        return FoundValues(walk: walk, isAbsentIfEmpty: true) { _, tunable, _ in
            tunable?.obstacle(rules) == nil ? nil : tunable?.local?.value
        }
    }

    /// What was declared.
    static func specs(_ walk: KeyWalk) -> FoundValues {
        FoundValues(walk: walk) { _, tunable, _ in (tunable?.declaration?.spec.definition).map { .object($0) } }
    }

    /// What each may be, as a property of a JSON Schema.
    static func properties(_ walk: KeyWalk) -> FoundValues {
        FoundValues(walk: walk) { _, tunable, resolution in
            let definition =
                tunable?.declaration?.spec.definition
                ?? resolution.value.flatMap { FreeKind(of: $0) }?.definition
            return definition.map { .object($0) }
        }
    }
}
