import FlagEngine
import JSONCore
import RPCCore
import StewEngine

/// Who wants to be told how something is to be stewed, and what they were told last.
final class StewSubscription: PeerSubscription, ComparingSubscription {
    let rank = SubscriptionRank.stew
    /// What is to be stewed.
    let request: StewRequest
    /// What flags' rules know of the client.
    let context: EvaluationContext
    private unowned let publisher: StewPublisher
    /// What the client believes.
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

    /// Bytes of memory that a subscription with a context takes.
    static func memory(of context: JSONObject) -> Int { 2_048 + context.memory }

    func end() { publisher.remove(self) }

    func takeNotification() -> ByteBuffer? { publisher.takeNotification(for: self) }
}
