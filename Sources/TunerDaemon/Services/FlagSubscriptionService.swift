import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunerAPI

/// Begins and ends subscriptions of flags.
final class FlagSubscriptionService {
    private let keeper: StateKeeper
    private let publisher: FlagPublisher
    private let contexts: EvaluationContexts
    private let limit: Int

    init(_ keeper: StateKeeper, _ publisher: FlagPublisher, _ contexts: EvaluationContexts, limit: Int) {
        self.keeper = keeper
        self.publisher = publisher
        self.contexts = contexts
        self.limit = limit
    }

    func register(in table: inout MethodTable, _ gate: Gate) {
        table.add(
            API.Flags.subscribe,
            gate,
            streaming: { [self] (parameters, caller) throws(RPCError) in try subscribe(parameters, caller) }
        )
        table.add(API.Flags.unsubscribe, gate, endingWhere: { $0 is FlagSubscription })
    }

    private func subscribe(
        _ parameters: SubscribeFlagsParameters,
        _ caller: Caller
    ) throws(RPCError) -> LongRecord<SubscribeFlagsResult> {
        let keys = try parameters.keys?.map { (text) throws(RPCError) in try FlagKey(parameter: "keys", text) }
        let session = caller.session
        let name = try session.nameSubscription("f", limit: limit)
        let view = try keeper.view(for: caller)
        let began = keeper.seconds
        let context = contexts.context(of: caller, given: parameters.context, at: began)
        let identity = FlagAudience.Identity(
            given: parameters.context,
            caller: caller.identity,
            world: session.world
        )
        let wanted = keys.map { Set($0) }
        let subscription = FlagSubscription(
            id: name,
            caller.peer,
            wanted,
            publisher.audience(identity, context),
            publisher,
            born: keeper.endStep(forSubscriber: caller),
            told: view.state.revision,
            began: began
        )
        session.add(subscription)
        publisher.add(subscription)
        var result = SubscribeFlagsResult()
        result.subscription = subscription.id
        result.epoch = view.state.epoch
        result.revision = view.state.revision
        let walk = FlagWalk(view, after: nil, try Page(nil))
        return LongRecord(result, long: ["flags": EvaluatedFlags(walk, named: wanted.map { Array($0) }, in: context)])
    }
}
