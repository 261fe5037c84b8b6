import JSONCore

/// What is known of one subject.
struct Entry {
    let subject: CellSubject
    /// What the daemon is told that it may be; none where it cannot be told.
    let spec: JSONObject?
    /// Whether the daemon is asked for it.
    let isWanted: Bool
    /// Those who read it: one for each type and default that the program has declared it with.
    var cells: [AnyCell] = []
    /// What the daemon said last, or a file remembers.
    var told: JSON?
    /// What this program has written and the daemon has not answered yet, the oldest first.
    var written: [(write: UInt64, value: JSON)] = []
    /// What was published last.
    var shown: JSON?

    /// What counts: the program sees its own writes at once.
    var visible: JSON? { written.last?.value ?? told }
}
