import JSONCore
import RPCCore
import TunerAPI

/// Begins and ends subscriptions of the daemon itself.
final class ServerSubscriptionService {
    private let service: ServerService
    private let keeper: StateKeeper
    private let publisher: ServerPublisher
    private let limit: Int

    init(_ service: ServerService, _ keeper: StateKeeper, _ publisher: ServerPublisher, limit: Int) {
        self.service = service
        self.keeper = keeper
        self.publisher = publisher
        self.limit = limit
    }

    func register(in table: inout MethodTable, _ gate: Gate) {
        table.add(API.Server.subscribe, gate) { [self] (_, caller) throws(RPCError) in try subscribe(caller) }
        table.add(API.Server.unsubscribe, gate, endingWhere: { $0 is ServerSubscription })
    }

    private func subscribe(_ caller: Caller) throws(RPCError) -> ServerSubscribeResult {
        let subscription = ServerSubscription(
            id: try caller.session.nameSubscription("v", limit: limit),
            caller.peer,
            publisher,
            born: keeper.endStep(forSubscriber: caller),
            told: publisher.facts(of: keeper.state(for: caller))
        )
        caller.session.add(subscription)
        publisher.add(subscription)
        var result = ServerSubscribeResult()
        result.subscription = subscription.id
        result.info = service.info(caller)
        return result
    }
}
