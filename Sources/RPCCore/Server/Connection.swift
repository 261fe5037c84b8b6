import JSONCore
import SystemCore

/// One peer, as the loop, the methods and the services see it.
///
/// What is touched for every message lives in the core, to which there is one access an event. Here is what others may
/// touch while the core is at work: what the peer was told meanwhile, and the answers that wait for an earlier one.
final class Connection: EventSource {
    let number: UInt64
    let credentials: PeerCredentials
    var session: AnyObject?
    var closesOnFault = false
    var keepers = 0 {
        didSet {
            if !isClosed {
                markDirty()
            }
        }
    }

    /// How the peer frames, and so how it is answered.
    var style = Framer.Style.undecided
    /// Something was told, waits in the queue or ended the service, so that the next answer needs a second look.
    var hasNews = false
    /// Bytes of notifications since the kernel had taken everything.
    var toldUntaken = 0
    /// What the kernel did not take of the output the last time.
    var untaken = 0
    /// The memory that the core holds for what was received and not handled; the server looks at all connections'.
    var unreadInput = 0
    /// Whole messages that go before whatever is answered next.
    private var told = ByteBuffer()
    private var queue = AnswerQueue()

    private let server: Server
    private var core: ConnectionCore
    private var isInCore = false
    private var isDirty = false
    private(set) var isClosed = false

    init(_ stream: any ByteStream, number: UInt64, credentials: PeerCredentials, server: Server) {
        self.number = number
        self.credentials = credentials
        self.server = server
        core = ConnectionCore(stream, limits: server.limits)
    }

    /// Waits for the first bytes.
    func begin() throws(SystemError) {
        try core.begin(self, on: server.loop)
    }

    func ready(_ readiness: Readiness) {
        isInCore = true
        core.ready(readiness, self, server)
        isInCore = false
    }

    /// Does what was left for the end of the turn.
    func endTurn() {
        isDirty = false
        isInCore = true
        if isClosed {
            core.close(self, server)
        } else if server.ending != nil {
            core.finish(self, server)
        } else {
            core.flush(self, server)
        }
        isInCore = false
    }

    /// Reads nothing more, and closes when what was received is answered and the server lets it; inside a turn of its own
    /// at the end of that.
    func finish() {
        guard !isInCore else {
            markDirty()
            return
        }
        let server = server
        isInCore = true
        core.finish(self, server)
        isInCore = false
    }

    /// Goes on with messages that had to wait for their turn.
    func continueServing() {
        isInCore = true
        core.continueServing(self, server)
        isInCore = false
    }

    /// Looks whether the message that has begun should have ended.
    func checkMessageTime() {
        isInCore = true
        core.checkMessageTime(self, server)
        isInCore = false
    }

    /// Looks whether the peer has had its time to read why the connection ends.
    func checkDiscardTime() {
        isInCore = true
        core.checkDiscardTime(self, server)
        isInCore = false
    }

    /// Ends the connection once the peer had a chance to read why.
    func end(with error: RPCError) {
        isInCore = true
        core.end(with: error, self, server)
        isInCore = false
    }

    /// Ends the connection: at once, or at the end of the turn when this is called from inside it.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        hasNews = true
        if isInCore {
            markDirty()
        } else {
            core.close(self, server)
        }
    }

    /// Notes that the core has closed.
    func didClose() {
        isClosed = true
        forgetAnswers()
    }
}

extension Connection: Peer {
    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool {
        guard !isClosed else { return false }
        // A net: services look at `unsent` and merge or wait long before.
        guard min(toldUntaken, unsent) + message.count <= server.limits.unsentNotifications else {
            close()
            return false
        }
        toldUntaken += message.count
        tell(message)
        markDirty()
        return true
    }

    var unsent: Int { untaken + told.count }

    /// About how much memory is taken by answers that wait for an earlier one.
    var heldBack: Int { queue.weight }

    /// Whether an answer that is ready may leave.
    var isQueueEmpty: Bool { queue.isEmpty }

    /// Puts an answer behind those that wait.
    func hold(_ message: borrowing ByteBuffer, holes: [AnswerHole]) {
        queue.append(message, holes: holes)
        for hole in holes {
            hole.answer.whenReady { [weak self] answer in
                self?.becameReady(answer)
            }
        }
        releaseReady()
    }

    /// Moves what was told into the output.
    func moveTold(to output: inout ByteBuffer) {
        if !told.isEmpty {
            output.append(contentsOf: told)
            told = ByteBuffer()
        }
        hasNews = !queue.isEmpty || isClosed
    }

    /// Nobody is there any more to read them.
    func forgetAnswers() {
        told = ByteBuffer()
        queue.abandon()
        hasNews = isClosed
    }

    private func becameReady(_ answer: PromisedAnswer) {
        guard !isClosed else { return }
        queue.count(answer)
        releaseReady()
        markDirty()
    }

    private func releaseReady() {
        var message = ByteBuffer()
        while queue.takeReady(into: &message) {
            tell(message)
            message.removeAll()
        }
        hasNews = true
    }

    private func tell(_ message: borrowing ByteBuffer) {
        hasNews = true
        let start = told.count
        told.append(contentsOf: message)
        style.closeMessage(from: start, in: &told)
    }

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        server.workAtEndOfTurn(self)
    }
}
