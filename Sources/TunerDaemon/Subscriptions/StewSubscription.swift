import FlagEngine
import JSONCore
import RPCCore
import StewEngine

/// Who wants to be told how something is to be stewed, and what they were told last.
final class StewSubscription: LaggingSubscription {
    let rank = SubscriptionRank.stew
    /// The client's name for it.
    let id: String
    /// Who is told.
    let peer: any Peer
    /// What is to be stewed.
    let request: StewRequest
    /// What flags' rules know of the client.
    let context: EvaluationContext
    /// From which world they look.
    let world: String?
    let memory: Int
    private unowned let publisher: StewPublisher
    /// What was done in this step and before was known when it began.
    let born: UInt64
    /// What the client believes.
    var told: StewPlan
    var lag: Lag?
    /// It was ended, by the client or with its connection or its world.
    var isOver = false

    init(
        id: String,
        _ peer: any Peer,
        _ request: StewRequest,
        _ context: EvaluationContext,
        world: String?,
        _ publisher: StewPublisher,
        born: UInt64,
        told: StewPlan
    ) {
        self.id = id
        self.peer = peer
        self.request = request
        self.context = context
        memory = StewSubscription.memory(of: context.given)
        self.world = world
        self.publisher = publisher
        self.born = born
        self.told = told
    }

    /// Bytes of memory that a subscription with a context takes.
    static func memory(of context: JSONObject) -> Int { 2_048 + context.memory }

    func end() { publisher.end(self) }

    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep {
        backlog.moveOn(self, through: number)
        guard let notification = publisher.message(for: self) else { return .done }
        message.append(contentsOf: notification)
        return .message
    }
}
