import RPCCore

/// Who wants to be told how the daemon is, and what they were told last.
final class ServerSubscription: PatientSubscription {
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
    /// The client is to read before it is told more.
    var isSlow = false

    init(id: String, _ peer: any Peer, _ publisher: ServerPublisher, born: UInt64, told: ServerFacts) {
        self.id = id
        self.peer = peer
        self.publisher = publisher
        self.born = born
        self.told = told
    }

    func end() { publisher.end(self) }

    func tellBacklog() {
        isSlow = false
        publisher.look(at: self)
    }
}
