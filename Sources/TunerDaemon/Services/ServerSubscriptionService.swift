import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The methods that start and end subscriptions to the daemon itself.
struct ServerSubscriptionService {
    let service: ServerService
    let states: StateVersions
    let publisher: ServerPublisher
    let quota: SubscriptionQuota

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Server.subscribe) { [self] (parameters, caller) throws(RPCError) in
            try subscribe(parameters, caller)
        }
        methods.add(API.Server.unsubscribe, ending: ServerSubscription.self)
    }

    private func subscribe(
        _ parameters: ServerSubscribeParameters,
        _ caller: Caller
    ) throws(RPCError) -> ServerSubscribeResult {
        let name = try caller.session.nameSubscription(
            "v",
            taking: ServerSubscription.memoryOfEach,
            of: caller.peer.credentials.uid,
            quota
        )
        let subscription = ServerSubscription(
            id: name,
            caller.peer,
            publisher,
            includesApplied: parameters.includesApplied == true,
            createdAtStep: states.endStep(forSubscriber: caller),
            sentFacts: publisher.facts(for: caller)
        )
        publisher.begin(subscription)
        var result = ServerSubscribeResult()
        result.subscription = subscription.id
        result.info = service.info(caller)
        return result
    }
}
