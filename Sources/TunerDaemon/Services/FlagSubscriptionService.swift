import FlagEngine
import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// The methods that start and end flag subscriptions.
struct FlagSubscriptionService {
    let states: StateVersions
    let publisher: FlagPublisher
    let contexts: EvaluationContexts
    let quota: SubscriptionQuota

    func register(in methods: inout DaemonMethods) {
        methods.add(streaming: API.Flags.subscribe, subscribe)
        methods.add(API.Flags.unsubscribe, ending: FlagSubscription.self)
    }

    private func subscribe(
        _ parameters: SubscribeFlagsParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<SubscribeFlagsResult> {
        let session = caller.session
        let user = caller.peer.credentials.uid
        // Check the minimum first, so that a huge list of keys is refused before it uses more memory.
        let least = (parameters.keys?.count ?? 0) * KeyInterest.memoryOfName
        try quota.check(least, beside: session.memory, of: user)
        let keys = try parameters.keys?.map { (text) throws(RPCError) in try FlagKey(parameter: "keys", text) }
        let view = try states.view(for: caller)
        let began = states.seconds
        let context = contexts.context(of: caller, given: parameters.context, at: began)
        let identity = FlagAudience.Identity(
            given: parameters.context,
            caller: caller.identity,
            world: session.world
        )
        let wanted = keys.map { Set($0) }
        let memory = FlagSubscription.memory(of: wanted, identity, context)
        let name = try session.nameSubscription("f", taking: memory, of: user, quota)
        let subscription = FlagSubscription(
            id: name,
            caller.peer,
            wanted,
            publisher.audience(identity, context),
            publisher,
            createdAtStep: states.endStep(forSubscriber: caller),
            sentRevision: view.state.revision,
            began: began
        )
        publisher.add(subscription)
        var result = SubscribeFlagsResult()
        result.subscription = subscription.id
        result.epoch = view.state.epoch
        result.revision = view.state.revision
        let cursor = FlagCursor(view, after: nil, try Page(nil))
        return StreamedRecord(
            result,
            long: ["flags": EvaluatedFlags(cursor, named: wanted.map { Array($0) }, in: context)]
        )
    }
}
