import JSONCore

/// The store's entries and its bookkeeping, which the store's lock protects.
struct CellRegistry {
    var entries: [CellEntry] = []
    /// The index of each subject's entry.
    var indexes: [CellSubject: Int] = [:]
    /// The index of the entry that declares each flag: the first one, because a flag can have several contexts.
    var flags: [String: Int] = [:]
    /// The indexes of the entries that a flag in a context has, as the daemon evaluates it.
    var flagIndexes: [CellSubject: [Int]] = [:]
    /// The context of the tuner, which each flag's own context extends.
    var context: FlagContext = [:]
    /// Values from the values file, for subjects that are not declared yet.
    var remembered: [CellSubject: JSON] = [:]
    var unpruned: [AnyCell] = []
    /// The indexes of the tunables whose published value the program may not have read.
    var unread: [Int] = []
    /// The last publication when the present generation of snapshots began, and when the previous one began.
    var beginnings: (present: UInt64, before: UInt64) = (0, 0)
    /// The publication for which the cells were last pruned.
    var pruned: UInt64 = 0
    var lastWrite: UInt64 = 0
    /// The number of changes of the faults of all cells and declarations.
    var faultChanges = 0
}
