/// What the daemon said of a watched subject.
struct WatchedNews {
    /// The changes, or where it is complete, each key with its value.
    var changes: [WatchedChange] = []
    /// Whether keys that it does not name have no value: what has changed is then for the subscriber to find.
    var isComplete = false
    /// Whether it is noted and not handed out.
    var isSilent = false
    /// Whether the daemon says nothing more of this subscription.
    var hasEnded = false
    /// Through which revision this is known.
    var revision: Int64 = 0
}
