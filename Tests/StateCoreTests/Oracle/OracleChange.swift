import JSONCore
import StateCore
import TunableEngine

/// A change of an effective value.
struct OracleChange: Equatable {
    let value: JSON?
    let old: JSON?
    let origin: Origin
    let end: Moment?

    /// Returns the changes of all keys whose value differs, to the values of an oracle in a world, or outside every
    /// world if `world` is nil.
    static func between(_ old: [Key: Resolution], _ oracle: Oracle, in world: String? = nil) -> [Key: OracleChange] {
        let new = oracle.effective(in: world)
        var changes: [Key: OracleChange] = [:]
        for key in Set(old.keys).union(new.keys) where old[key]?.value != new[key]?.value {
            changes[key] = OracleChange(
                value: new[key]?.value,
                old: old[key]?.value,
                origin: new[key]?.origin ?? .none,
                end: new[key].flatMap { oracle.end(of: key, $0.origin, in: world) }
            )
        }
        return changes
    }
}
