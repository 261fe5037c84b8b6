import JSONCore

/// A source, with what was fetched from it.
struct SourceState {
    var source: SyncSource
    var status = SourceStatus()
    /// The last known good content, which the daemon has accepted.
    var kept: KeptLayer?
    /// Content that the daemon has neither accepted nor refused yet.
    var pending: KeptLayer?
    /// The content whose put has no response of the daemon yet; nil if there is none.
    var putting: KeptLayer?
    /// Whether the content of that put was reset, so that the response means nothing.
    var dropsPut = false
    var isFetching = false
    var polling = LongPolling()
    /// When the fetch began.
    var began = Duration.zero
    /// When the next fetch is due, by the steady clock.
    var due = Duration.zero
    /// Whether a person has asked for a fetch that has not begun.
    var isRequested = false
    /// When the content must be put again, which the daemon could not store; nil if it must not.
    var putDue: Duration?
    /// Why the daemon could not store the content; nil after it has stored it.
    var postponement: String?
    /// What the machine does with the content of a rollout; nil if the newest content has none.
    var trial: RolloutTrial?

    /// Whether the daemon has not responded yet to the deactivation of the layer.
    var isDeactivating = false
    /// When a deactivation that failed is tried again; nil if none has failed.
    var deactivationDue: Duration?
    /// Why the last deactivation failed; nil if it did not.
    var deactivationFault: String?
    /// What a person knows about ``isInUse``: a source without a report is in use.
    var isReportedInUse = true

    init(_ source: SyncSource) {
        self.source = source
        status.layer = source.layer
        status.url = source.address
    }

    /// The newest content of this source; nil if it has none.
    var content: KeptLayer? { pending ?? kept }

    /// Whether the content is fetched, and the layer activated.
    var isInUse: Bool { source.rule == nil || status.ruleResult == true }

    /// When the next fetch is due; nil if none is, as for a source in etcd, whose changes etcd sends.
    ///
    /// A fetch that a person has asked for replaces one that waits for a change.
    var nextFetch: Duration? {
        isFetching && !(polling.isWaiting && isRequested) || !isInUse || source.etcd != nil && !isRequested ? nil : due
    }

    /// The validators of the content that this source has.
    var validators: Validators {
        (trial?.candidate ?? content).map { $0.isFrom(source) ? $0.validators : Validators() } ?? Validators()
    }
}
