/// The content of a subscription's response or of a notification.
struct WatchUpdate {
    /// The changes; or all values, if `isComplete`.
    var changes: [WatchedChange] = []
    /// Whether keys that are not listed have no value; the watcher then computes the changes.
    var isComplete = false
    /// Whether the values are only stored, and not reported.
    var isSilent = false
    /// Whether the daemon has ended the subscription.
    var hasEnded = false
    /// The revision of this content.
    var revision: Int64 = 0
}
