/// A step that the caller of a trial must take.
enum TrialAction: Sendable, Equatable {
    /// Count the reports about the rollout; `before` is the earlier stage whose reports are needed.
    case count(before: Int?)
    /// Report that the machine takes the content, and wait until etcd has the report.
    case announce
    /// Put the content with a time limit.
    case put(seconds: Int64)
    case check(RolloutCheck)
    /// Remove the time limit of the content.
    case keep
    /// End the content before its time limit.
    case revert
    /// Put the content from before the rollout, or remove the layer if it had no content then.
    case restore
    /// Store the content as the last known good one.
    case accept
    /// Store the record, and publish its report if it has one.
    case remember
    case report(SyncReport.Level, String)
}
