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
    /// Whole messages that go before whatever is answered next.
    private var told = ByteBuffer()
    /// So much memory for them is kept for one who is told again and again.
    private static let mostKept = 1_024
    /// How many bytes of them left together the last time: as many are likely to the next time.
    private var toldTogether = 0
    private static let mostExpected = 1 << 16
    private var withheld = WithheldAnswers()
    /// An answer that is too long to be written at once; it begins when all before it was released.
    ///
    /// It is the last there is: no request behind it is handled before its end.
    private var streamed: StreamedAnswer?
    /// Whole messages that go behind it.
    private var toldBehind = ByteBuffer()
    /// Where the server finds it again; none while nothing is withheld.
    var placeAmongWaiting: Int?

    private let server: Server
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
        server.waiting.remove(self)
        withheld = WithheldAnswers()
        taken = [:]
        forgetAnswers()
    }
}

extension Connection: Peer {
    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool {
        guard !isClosed else { return false }
        // A net: services look at `unsent` and merge or wait long before. One message may be as long as it is, and who is
        // served is told all that must come before its answer: nothing more is read from it until it has read that.
        guard isInCore || min(toldUntaken, unsent) <= server.limits.unsentNotifications else {
            close()
            return false
        }
        toldUntaken += message.count
        tell(message)
        markDirty()
        return true
    }

    var unsent: Int { untaken + told.count + toldBehind.count }

    var hasTime: Bool { !server.loop.isTurnOver() }

    func whenTaken(_ owner: AnyObject, _ action: @escaping () -> Void) {
        taken[ObjectIdentifier(owner)] = action
    }

    var isWithheld: Bool { withheld.isOn }

    func withhold(until number: UInt64) {
        guard !isClosed, number > server.waiting.released else { return }
        if !withheld.isOn {
            server.waiting.add(self)
        }
        withheld.withhold(until: number)
        hasNews = true
    }
}

// What the core and the server ask for.
extension Connection {
    /// How many bytes of answers are withheld.
    var withheldBytes: Int { withheld.count }

    /// Whether something waits here that must leave before the connection ends, and cannot yet.
    var owesAnswers: Bool { !withheld.isEmpty || !told.isEmpty || hasStreamed && withheld.isOn }

    /// Whether there is an answer that is written piece by piece, or will be.
    var hasStreamed: Bool { streamed != nil }

    /// Whether the next piece of an answer may be written.
    var isStreaming: Bool { hasStreamed && !withheld.isOn }

    /// Puts the framed answer that begins at `start` behind what was told meanwhile, or behind those that are withheld.
    func putInOrder(_ output: inout ByteBuffer, from start: Int) {
        if hasStreamed {
            toldBehind.append(moving: &output, from: start)
        } else if withheld.isOn {
            withheld.append(&output, from: start)
        } else {
            told.withBytes { output.insert($0, at: start) }
            told = ByteBuffer()
            hasNews = isClosed
        }
    }

    /// Takes an answer that is to be written piece by piece, behind what was told meanwhile and what is withheld.
    func putInOrder(_ answer: consuming StreamedAnswer, behind output: inout ByteBuffer) {
        precondition(!hasStreamed, "nothing is answered behind an answer that is not at its end")
        if !withheld.isOn {
            output.append(moving: &told)
        }
        streamed = consume answer
        hasNews = true
    }

    /// Writes the next piece of the answer, and behind its end what was told meanwhile.
    func writePiece(to writer: inout JSONWriter) {
        moveTold(to: &writer.bytes)
        do {
            guard try streamed?.writePiece(to: &writer) ?? true else { return }
        } catch {
            // The beginning is sent, and it cannot be gone on with.
            close()
        }
        streamed = nil
        told.append(moving: &toldBehind)
        hasNews = true
    }

    /// Moves what was told, and what was released, into the output.
    func moveTold(to output: inout ByteBuffer) {
        if keepers > 0, told.capacity <= Connection.mostKept {
            if !told.isEmpty {
                if output.capacity == 0 {
                    server.shared.lendOutput(to: &output)
                }
                output.append(contentsOf: told)
                told.removeAll()
            }
        } else if !told.isEmpty {
            toldTogether = told.count
            output.append(moving: &told)
        }
        noteNews()
    }

    private func noteNews() {
        hasNews = withheld.isOn || hasStreamed || isClosed
    }

    /// Notes that the kernel has taken all output: of what was told, only that is left which waits for an answer's end.
    func noteTaken() {
        toldUntaken = toldBehind.count
    }

    /// Lets go of what waits for this number or a lower one.
    func release(through number: UInt64) {
        withheld.release(through: number, into: &told)
        hasNews = true
        markDirty()
    }

    /// Answers everything that is withheld with an error instead.
    func failWithheld(with error: RPCError) {
        var answers = withheld.takeAll()
        if var skeleton = streamed.take()?.takeSkeleton() {
            answers.append(moving: &skeleton)
        }
        guard var failed = FailedAnswers.replacing(answers, with: error, framed: style) else {
            // It must not be shown, and cannot be told.
            close()
            return
        }
        told.append(moving: &failed)
        told.append(moving: &toldBehind)
        hasNews = true
        markDirty()
    }

    /// Nobody is there any more to read them.
    func forgetAnswers() {
        told = ByteBuffer()
        withheld.forget()
        streamed = nil
        toldBehind = ByteBuffer()
        noteNews()
    }

    private func tell(_ message: borrowing ByteBuffer) {
        hasNews = true
        if isStreaming {
            tell(message, in: &toldBehind)
        } else {
            tell(message, in: &told)
        }
    }

    private func tell(_ message: borrowing ByteBuffer, in messages: inout ByteBuffer) {
        let start = messages.count
        // What frames it may need no more than one byte.
        let needed = message.count + 1
        messages.reserve(messages.capacity > 0 ? needed : max(needed, min(toldTogether, Connection.mostExpected)))
        messages.append(contentsOf: message)
        style.closeMessage(from: start, in: &messages)
    }

    private func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        server.workAtEndOfTurn(self)
    }
}
