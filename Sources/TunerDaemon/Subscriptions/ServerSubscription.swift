import JSONCore
import RPCCore

/// Who wants to be told how the daemon is, and what they were told last.
final class ServerSubscription: LaggingSubscription {
    let rank = SubscriptionRank.server
    /// The client's name for it.
    let id: String
    /// Who is told.
    let peer: any Peer
    var memory: Int { ServerSubscription.memoryOfEach }
    /// Bytes of memory that a subscription takes.
    static let memoryOfEach = 1_024
    private unowned let publisher: ServerPublisher
    /// What was done in this step and before was known when it began.
    let born: UInt64
    /// What the client believes.
    var told: ServerFacts
    var lag: Lag?
    /// It was ended, by the client or with its connection.
    var isOver = false

    init(id: String, _ peer: any Peer, _ publisher: ServerPublisher, born: UInt64, told: ServerFacts) {
        self.id = id
        self.peer = peer
        self.publisher = publisher
        self.born = born
        self.told = told
    }

    func end() { publisher.end(self) }

    func advance(through number: Int, _ backlog: Backlog, _ message: inout ByteBuffer) -> LazyStep {
        backlog.moveOn(self, through: number)
        guard let notification = publisher.message(for: self) else { return .done }
        message.append(contentsOf: notification)
        return .message
    }
}
