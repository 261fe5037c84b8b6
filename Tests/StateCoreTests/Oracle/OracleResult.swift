import JSONCore
import TunableEngine

/// The expected result of a mutation.
struct OracleResult {
    var commit: OracleCommit?
    var hasChanged = false
    /// The changes of shared values by the commit, and the changes in each world.
    var changes: [[Key: OracleChange]] = []
    var value: JSON?
    var old: JSON?
    var keyRevision: Int64 = 0
    var undone: [Int64] = []
    /// The complaints about keys that kept their values, although the mutation named other values.
    var skipped: Set<String> = []
}
