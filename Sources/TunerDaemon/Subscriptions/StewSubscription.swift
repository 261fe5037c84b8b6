import FlagEngine
import JSONCore
import RPCCore
import StewEngine

/// A client's subscription to the plan of a stew.
final class StewSubscription: PeerSubscription, ComparingSubscription {
    let rank = SubscriptionRank.stew
    let request: StewRequest
    /// The context for the targeting rules of flags.
    let context: EvaluationContext
    private unowned let publisher: StewPublisher
    /// The plan that the client received last.
    var sentPlan: StewPlan

    init(
        id: String,
        _ peer: any Peer,
        _ request: StewRequest,
        _ context: EvaluationContext,
        world: String?,
        _ publisher: StewPublisher,
        createdAtStep: UInt64,
        sentPlan: StewPlan
    ) {
        self.request = request
        self.context = context
        self.publisher = publisher
        self.sentPlan = sentPlan
        super.init(
            id: id,
            peer,
            world: world,
            memory: StewSubscription.memory(of: context.given),
            createdAtStep: createdAtStep
        )
    }

    /// Returns the bytes of memory that a subscription with a context uses.
    static func memory(of context: JSONObject) -> Int { 2_048 + context.memory }

    func end() { publisher.remove(self) }

    func move(to world: String?, across _: WorldDifference) {
        let successor = StewSubscription(
            id: id,
            peer,
            request,
            context,
            world: world,
            publisher,
            createdAtStep: createdAtStep,
            sentPlan: sentPlan
        )
        publisher.replace(self, by: successor)
        // The delivery compares the plans.
        publisher.backlog(of: successor)?.note(for: successor)
    }

    func takeNotification() -> ByteBuffer? { publisher.takeNotification(for: self) }
}
