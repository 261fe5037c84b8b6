import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine
import TunerAPI

/// The methods that start and end subscriptions to tunables.
struct SubscriptionService {
    let states: StateVersions
    let publisher: TunablePublisher
    let quota: SubscriptionQuota

    func register(in methods: inout DaemonMethods) {
        methods.add(streaming: API.Tunables.subscribe, subscribe)
        methods.add(API.Tunables.unsubscribe, ending: TunableSubscription.self)
    }

    private func subscribe(
        _ parameters: SubscribeParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<SubscribeResult> {
        if let extended = parameters.extended { return try extend(extended, parameters, caller) }
        let session = caller.session
        let user = caller.peer.credentials.uid
        // Check the minimum first, so that a huge list of keys is refused before it uses more memory.
        let least = (parameters.keys?.count ?? 0) * KeyInterest.memoryOfName
        try quota.check(least, beside: session.memory, of: user)
        let interest = try interest(of: parameters)
        let interval = try interval(of: parameters)
        let memory = TunableSubscription.memory(of: interest)
        let name = try session.nameSubscription("t", taking: memory, of: user, quota)
        let view = try states.view(for: caller)
        var result = SubscribeResult()
        var values: WatchedValues?
        result.subscription = name
        result.epoch = view.state.epoch
        result.revision = view.state.revision
        if let since = parameters.since, view.world == nil, since.epoch == view.state.epoch,
            let commits = view.state.history.commits(since: since.revision, newest: view.state.revision)
        {
            result.isResumed = true
            let filter = SecretFilter(delivering: view.state.secretKeys)
            result.changes = changes(in: commits, interest).map { ChangeRecord($0, filter) }
        } else if parameters.isInitial {
            values = WatchedValues(interest, in: view)
        }
        let subscription = TunableSubscription(
            id: result.subscription,
            caller.peer,
            interest,
            publisher,
            world: session.world,
            interval: interval,
            createdAtStep: states.endStep(forSubscriber: caller),
            sentRevision: view.state.revision,
            reports: parameters.reports == true
        )
        publisher.begin(subscription)
        let state = view.state
        let secrets = SecretNames(state.secretKeys) { state.isDeclaredSecret($0) && interest.wants(Key(known: $0)) }
        return StreamedRecord(result, long: values.map { ["values": $0, "secrets": secrets] } ?? ["secrets": secrets])
    }

    private func interest(of parameters: SubscribeParameters) throws(RPCError) -> KeyInterest {
        let keys = try (parameters.keys ?? []).map { (text) throws(RPCError) in try Key(parameter: "keys", text) }
        let patterns = try parameters.match?.patterns(parameter: "match")
        guard parameters.keys != nil || patterns != nil else { return KeyInterest.everything }
        return KeyInterest(keys: keys, patterns: patterns?.patterns ?? [])
    }

    private func interval(of parameters: SubscribeParameters) throws(RPCError) -> Duration? {
        guard let milliseconds = parameters.minInterval else { return nil }
        guard (0...86_400_000).contains(milliseconds) else {
            throw RPCError(
                parameter: "minInterval",
                "minInterval must be from 0 to 86400000 milliseconds, got \(milliseconds)"
            )
        }
        return milliseconds == 0 ? nil : .milliseconds(milliseconds)
    }

    /// Returns the merged changes of the wanted keys, one change for each key, sorted by key.
    private func changes(in commits: some Sequence<Commit>, _ interest: KeyInterest) -> [Change] {
        Change.merged(commits.flatMap { commit in commit.changes.filter { interest.wants($0.key) } })
            .sorted { $0.key < $1.key }
    }
}
