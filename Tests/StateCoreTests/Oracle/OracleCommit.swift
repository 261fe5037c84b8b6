import FlagEngine
import StateCore
import TunableEngine

/// What happened once.
struct OracleCommit {
    /// What was stored for all before and after.
    struct Local: Equatable {
        let before: Stored?
        let after: Stored?
    }

    /// What a flag was forced to be before and after.
    struct Force: Equatable {
        let before: Forced?
        let after: Forced?
    }

    let revision: Int64
    let time: Moment
    let actor: Actor
    let operation: String
    let locals: [Key: Local]
    let forces: [FlagKey: Force]
    let changes: [Key: OracleChange]

    /// Whose values and overrides it stores.
    var subjects: Set<Subject> {
        Set(locals.keys.map { .tunable($0) } + forces.keys.map { .flag($0) })
    }
}
