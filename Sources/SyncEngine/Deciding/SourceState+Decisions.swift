extension SourceState {
    /// The members of the status that decide what happens after a restart, without counts and times of the past.
    var decisions: SourceStatus {
        var decisions = SourceStatus()
        (decisions.layer, decisions.url) = (status.layer, status.url)
        (decisions.failures, decisions.activatedEpoch) = (status.failures, status.activatedEpoch)
        decisions.ruleResult = status.ruleResult
        // After a success, a restart fetches at once. So the time of the next fetch changes with each content, but
        // decides nothing.
        if status.failures > 0 { decisions.next = status.next }
        if source.minInterval > .zero || status.failures > 0 { decisions.lastFetch = status.lastFetch }
        return decisions
    }
}
