import JSONCore
import StateCore
import TunableEngine

/// What is found for each key, where something is.
struct FoundValues: WalkedMember {
    var walk: KeyWalk
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
    /// What was set for all.
    static func local(_ walk: KeyWalk) -> FoundValues {
        FoundValues(walk: walk) { _, tunable, _ in tunable?.local?.value }
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
