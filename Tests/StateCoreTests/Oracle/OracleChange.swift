import JSONCore
import StateCore
import TunableEngine

/// A change of an effective value.
struct OracleChange: Equatable {
    let value: JSON?
    let old: JSON?
    let origin: Origin

    /// Returns the changes of all keys whose value differs.
    static func between(_ old: [Key: Resolution], _ new: [Key: Resolution]) -> [Key: OracleChange] {
        var changes: [Key: OracleChange] = [:]
        for key in Set(old.keys).union(new.keys) where old[key]?.value != new[key]?.value {
            changes[key] = OracleChange(
                value: new[key]?.value,
                old: old[key]?.value,
                origin: new[key]?.origin ?? .none
            )
        }
        return changes
    }
}
