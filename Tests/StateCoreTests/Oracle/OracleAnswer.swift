import JSONCore
import TunableEngine

/// What became of a mutation.
struct OracleAnswer {
    var commit: OracleCommit?
    var hasChanged = false
    /// What it changed for the one who asked, and, when overrides end, in each world.
    var changes: [[Key: OracleChange]] = []
    var value: JSON?
    var old: JSON?
    var keyRevision: Int64 = 0
    var undone: [Int64] = []
    /// The keys that nobody may write and that were to have other values, as their complaints.
    var left: Set<String> = []
}
