import SyncEngine

extension SourceStatus {
    /// The members that decide what happens after a restart, without counts and times of the past.
    var decisions: SourceStatus {
        var status = SourceStatus()
        (status.layer, status.url) = (layer, url)
        (status.failures, status.next, status.activatedEpoch) = (failures, next, activatedEpoch)
        status.ruleResult = ruleResult
        return status
    }
}
