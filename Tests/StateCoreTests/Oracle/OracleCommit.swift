import FlagEngine
import StateCore
import TunableEngine

/// A commit of the oracle.
struct OracleCommit {
    /// A change of a local value.
    struct Local: Equatable {
        let before: Stored?
        let after: Stored?
    }

    /// A change of a flag's override.
    struct OverrideChange: Equatable {
        let before: OracleOverride?
        let after: OracleOverride?
    }

    let revision: Int64
    let time: Moment
    let actor: Actor
    let operation: String
    let locals: [Key: Local]
    let overrideChanges: [FlagKey: OverrideChange]
    /// The new declarations; nil for a removed one.
    let declared: [Key: TunableDeclaration?]
    let changes: [Key: OracleChange]
    /// Whether layers were put, removed, activated or deactivated.
    let changesLayers: Bool

    /// The tunables and flags whose local value or override the commit changes.
    var subjects: Set<Subject> {
        Set(locals.keys.map { .tunable($0) } + overrideChanges.keys.map { .flag($0) })
    }
}
