import JSONCore

/// All that is known of all subjects, for one thread at a time.
struct CellRegistry {
    var entries: [Entry] = []
    /// Where each subject's entry is.
    var places: [CellSubject: Int] = [:]
    /// What a file remembers of subjects that may come.
    var remembered: [CellSubject: JSON] = [:]
    /// Cells that hold values besides the newest.
    var unpruned: [AnyCell] = []
    /// Behind which publication the snapshots of the present generation have begun, and of the one before.
    var beginnings: (present: UInt64, before: UInt64) = (0, 0)
    /// Through which publication cells were pruned last.
    var pruned: UInt64 = 0
    var lastWrite: UInt64 = 0
}
