/// What must be done for the trial of a content on this machine.
enum TrialAction: Sendable, Equatable {
    /// Count the reports about the rollout; `before` is the stage whose reports are the evidence.
    case count(before: Int?)
    /// Report that the machine takes the content, and wait until etcd has the report.
    case announce
    /// Put the content for a time.
    case put(seconds: Int64)
    case check(RolloutCheck)
    /// Make the content that was put for a time permanent.
    case keep
    /// End the content that was put for a time.
    case revert
    /// Put the content from before the rollout, or remove the layer if there was none.
    case restore
    /// The content has become the last known good one.
    case accept
    /// Store the record, and publish its report if it has one.
    case remember
    case report(SyncReport.Level, String)
}
