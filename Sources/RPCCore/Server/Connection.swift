import JSONCore
import SystemCore

/// One peer, as the loop, the methods and the services see it.
///
/// What is touched for every message lives in the core, to which there is one access an event. Here is what others may
/// touch while the core is at work: what the peer was told meanwhile, and the answers that it must not see yet.
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
    /// Something was told, is withheld or ended the service, so that the next answer needs a second look.
    var hasNews = false
    /// Bytes of notifications since the kernel had taken everything.
    var toldUntaken = 0
    /// What the kernel did not take of the output the last time.
    var untaken = 0
    /// What is done once the kernel has taken everything, one thing for each who asked.
    var taken: [ObjectIdentifier: () -> Void] = [:]
    /// The memory that the core holds for what was received and not handled; the server looks at all connections'.
    var unreadInput = 0
    /// What is to be sent and has not left the core.
    private var queue = OutputQueue()
    /// So much memory for notifications is kept for a peer that is notified again and again.
    private static let mostKept = 1_024
    /// The error that answers everything that was withheld; the answers of a batch that is not at its end fail with it too.
    var withheldFailure: RPCError?
    /// Where the server finds it again; none while nothing is withheld.
    var placeAmongWaiting: Int?

    let server: Server
    private var core: ConnectionCore
    private var isInCore = false
    private var isDirty = false
    private(set) var isClosed = false

    init(_ stream: any ByteStream, number: UInt64, credentials: PeerCredentials, server: Server) {
        self.number = number
        self.credentials = credentials
        self.server = server
        core = ConnectionCore(stream, of: credentials.uid, limits: server.limits)
    }

    /// Waits for the first bytes.
    func begin() throws(SystemError) {
        try core.begin(self, on: server.loop)
    }

    func ready(_ readiness: Readiness) {
        inCore { core in core.ready(readiness, self, server) }
    }

    /// Does what was left for the end of the turn.
    func endTurn() {
        isDirty = false
        inCore { core in
            if isClosed {
                core.close(self, server)
            } else if server.ending != nil {
                core.finish(self, server)
            } else {
                core.flush(self, server)
            }
        }
    }

    /// Reads nothing more, and closes when what was received is answered and the server lets it; inside a turn of its own
    /// at the end of that.
    func finish() {
        guard !isInCore else {
            markDirty()
            return
        }
        inCore { core in core.finish(self, server) }
    }

    /// Goes on with messages that had to wait for their turn.
    func continueServing() {
        inCore { core in core.continueServing(self, server) }
    }

    /// Looks whether the message that has begun should have ended.
    func checkMessageTime() {
        inCore { core in core.checkMessageTime(self, server) }
    }

    /// Looks whether the peer has had its time to read why the connection ends.
    func checkDiscardTime() {
        inCore { core in core.checkDiscardTime(self, server) }
    }

    /// Ends the connection once the peer had a chance to read why.
    func end(with error: RPCError) {
        inCore { core in core.end(with: error, self, server) }
    }

    /// Lets the core work; what others do to the connection meanwhile waits for the end of the turn.
    @inline(__always)
    private func inCore(_ body: (inout ConnectionCore) -> Void) {
        isInCore = true
        body(&core)
        isInCore = false
    }

    /// Ends the connection: at once, or at the end of the turn when this is called from inside it.
    func close() {
        guard !isClosed else { return }
        if isInCore {
            closeAtEndOfTurn()
        } else {
            isClosed = true
            hasNews = true
            core.close(self, server)
        }
    }

    /// Ends the connection at the end of the turn: a service that sends may be in the middle of what its end changes.
    private func closeAtEndOfTurn() {
        isClosed = true
        hasNews = true
        markDirty()
    }

    /// Notes that the core has closed.
    func didClose() {
        isClosed = true
        server.waiting.remove(self)
        queue = OutputQueue()
        taken = [:]
        noteNews()
    }
}

extension Connection: Peer {
    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool {
        guard !isClosed else { return false }
        // A net: services look at `unsent` and merge or wait long before. One message may be as long as it is, and who is
        // served is told all that must come before its answer: nothing more is read from it until it has read that.
        let limit = server.limits.unsentNotifications
        guard isInCore || toldUntaken <= limit || unsent <= limit else {
            closeAtEndOfTurn()
            return false
        }
        toldUntaken += message.count
        hasNews = true
        queue.add(notification: message, framed: style)
        markDirty()
        return true
    }

    func send(lazily messages: any LazyMessages) {
        guard !isClosed else { return }
        hasNews = true
        queue.add(messages)
        markDirty()
    }

    var unsent: Int { untaken + queue.count }

    var hasTime: Bool { !server.loop.isTurnOver() }

    func whenTaken(_ owner: AnyObject, _ action: @escaping () -> Void) {
        taken[ObjectIdentifier(owner)] = action
    }

    var isWithheld: Bool { queue.withheld.isOn }

    func withhold(until number: UInt64) {
        guard !isClosed, number > server.waiting.released else { return }
        if !isWithheld {
            server.waiting.add(self)
        }
        queue.withhold(until: number)
        hasNews = true
    }
}

// What the core and the server ask for.
extension Connection {
    /// How many bytes of answers are withheld.
    var withheldBytes: Int { queue.withheld.count }

    /// Whether something waits here that must leave before the connection ends, and cannot yet.
    var owesAnswers: Bool { queue.awaitsRelease || !queue.ready.isEmpty }

    /// Whether something is written in pieces, or will be: no request is handled before its end.
    var hasParts: Bool { queue.hasParts }

    /// Whether the next piece may be written.
    var mayWritePiece: Bool { queue.firstPart != nil }

    /// Puts the framed answer that begins at `start` behind what was added to the queue before.
    func putInOrder(_ output: inout ByteBuffer, from start: Int) {
        queue.add(answerIn: &output, from: start)
        noteNews()
    }

    /// Puts an answer that is written in pieces behind what was added to the queue before.
    func putInOrder(_ answer: consuming StreamedAnswer) {
        queue.add(answer)
        hasNews = true
    }

    /// Writes the next piece.
    func writePiece(to writer: inout JSONWriter) {
        moveReady(to: &writer.bytes)
        guard let part = queue.firstPart else { return }
        do {
            if try part.writePiece(to: &writer, framed: style, until: { server.loop.isTurnOver() }) {
                queue.end(part)
            }
        } catch {
            // The beginning is sent, and it cannot be gone on with.
            close()
        }
        hasNews = true
    }

    /// Moves the messages that leave first into the output.
    func moveReady(to output: inout ByteBuffer) {
        queue.moveReady(to: &output, keeping: keepers > 0 ? Connection.mostKept : 0) {
            server.shared.lendOutput(to: &$0)
        }
        noteNews()
    }

    private func noteNews() {
        hasNews = !queue.isIdle || isClosed
    }

    /// Notes that the kernel has taken all output: of the notifications, only those are left that wait for the end of what
    /// is written in pieces.
    func noteTaken() {
        toldUntaken = queue.followingCount
    }

    /// Lets go of what waits for this number or a lower one.
    func release(through number: UInt64) {
        queue.release(through: number)
        hasNews = true
        markDirty()
    }

    /// Answers everything that is withheld with an error instead.
    func failWithheld(with error: RPCError) {
        withheldFailure = error
        guard queue.failWithheld(with: error, framed: style) else {
            // It must not be shown, and cannot be told.
            close()
            return
        }
        hasNews = true
        markDirty()
    }

    /// Nobody is there any more to read them.
    func forgetAnswers() {
        queue.forget()
        noteNews()
    }

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        server.workAtEndOfTurn(self)
    }
}
