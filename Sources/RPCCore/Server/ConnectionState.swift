import JSONCore
import SystemCore

/// The whole protocol state of one connection, a value: bytes and events go in, requests and actions come out.
///
/// The owner, a ``Connection``, has the stream. It reports each event by calling a function, and then performs the actions
/// that `nextAction(at:)` returns until there are none. The owner calls the handlers of the requests that
/// `nextRequest(in:_:)` returns. No function of the state runs meanwhile, so a handler may change its own connection.
///
/// What only reads the state and is called often is inlined: a call would copy the whole state to pass it.
struct ConnectionState: ~Copyable {
    /// What happens to the bytes that arrive.
    enum Phase {
        /// They are handled as requests.
        case serving
        /// A fatal fault was answered; what arrives is thrown away until the peer has read why.
        case discarding
        /// The owner must close the stream.
        case closing
        /// The owner has closed the stream.
        case closed
    }

    /// The steps in which a server ends; nothing is read after the first.
    enum Ending {
        case none
        /// What was received is answered.
        case finishing
        /// The server knows that everything is answered.
        case reported
        /// Every request of all connections is answered, so that the connection may close once its answers are sent.
        case allowed
    }

    let limits: ServerLimits
    var phase = Phase.serving

    // MARK: Input

    var framer: Framer
    /// What was received and not handled; the owner has it while requests are handled.
    var input = ByteBuffer()
    /// The batch whose requests are being handled; its message is still in the input.
    var batch: OpenBatch?
    /// The peer ended its sending side, and all it sent was read.
    var inputHasEnded = false
    /// The input may hold whole messages, which wait for their turn or for the peer to read its answers.
    var hasUnserved = false
    /// Whether a fault in the line framing ends the connection.
    var closesOnFault = false
    var clock = MessageClock()
    var discarding: DiscardProgress?

    // MARK: Output

    /// What the kernel has not taken.
    ///
    /// A ``ServingTurn`` has it while requests are handled, and the owner while a piece is written.
    var output = ByteBuffer()
    /// What is to be sent later than ``output``.
    var queue = OutputQueue()
    /// Whether a request of the peer is being handled.
    var isHandling = false
    /// Bytes of ``output`` that the kernel did not take when they were sent last.
    var untaken = 0
    /// Bytes of notifications since the kernel had taken everything.
    var untakenNotifications = 0
    /// The peer cannot be written to any more; what it sent is still handled.
    var outputIsDead = false
    /// The kernel took less than there was.
    var isBlocked = false
    var hasShutDown = false
    /// What is called once the kernel has taken everything, one function for each owner.
    var callbacks: [ObjectIdentifier: () -> Void] = [:]
    var mayCallBack = false

    // MARK: Waiting and ending

    /// How many reasons there are to keep a connection whose peer has ended its sending side.
    var keepers = 0
    /// The owner calls `beginNextTurn()` in the next turn.
    var isInNextTurn = false
    /// What the poller waits for.
    var interest = Interest.readable
    /// When the owner calls `reachDeadline(at:)`.
    var wakeTime: MonotonicTime?
    /// How far the server has ended.
    var ending = Ending.none

    /// Begins to serve a user; the poller waits for the first bytes.
    init(of user: UInt32, limits: ServerLimits) {
        self.limits = limits
        framer = Framer(limits: limits.framing(for: user))
    }

    /// Whether the connection is closed, or is closed by the next action.
    @inline(__always)
    var isClosed: Bool { phase == .closing || phase == .closed }

    /// Whether what the peer sends is still of interest.
    @inline(__always)
    var readsOn: Bool { !inputHasEnded && ending == .none }

    /// Whether nothing more is read from the peer: it has left so many answers unread, or waits for the end of a long one.
    @inline(__always)
    var isPaused: Bool { isPaused(behind: output.count) }

    @inline(__always)
    func isPaused(behind unsent: Int) -> Bool {
        queue.hasParts || unsent + queue.withheld.count > limits.unsentAnswers
    }

    /// Whether the owner should receive, if the stream is readable.
    @inline(__always)
    var wantsInput: Bool {
        switch phase {
        case .serving: !isInNextTurn && readsOn && !isPaused
        case .discarding: readsOn
        case .closing, .closed: false
        }
    }

    /// Whether the next turn handles more of the input.
    @inline(__always)
    var continuesWithInput: Bool { hasUnserved && !isPaused }

    /// Whether something must leave before the connection ends, and cannot yet.
    @inline(__always)
    var owesAnswers: Bool { queue.awaitsRelease || !queue.ready.isEmpty }
}

// MARK: Events

extension ConnectionState {
    /// Takes note of what a receive into the input has returned.
    mutating func received(_ transfer: Transfer) {
        switch transfer {
        case .bytes(let count):
            if phase == .discarding, discarding?.discard(count) == false {
                // Nothing more is read; what is owed still leaves.
                inputHasEnded = true
            }
        case .end: inputHasEnded = true
        case .wouldBlock: break
        }
    }

    /// Takes note that a receive has failed.
    mutating func cannotReceive() {
        outputIsDead = true
        inputHasEnded = true
    }

    /// Takes note that the peer is gone; what it sent before is handled if it can still be read.
    mutating func peerClosed() {
        if !isInNextTurn, !readsOn || isPaused {
            close()
        }
    }

    /// Takes note of how many bytes of the output a send has taken.
    mutating func sent(_ transfer: Transfer) {
        if case .bytes(let count) = transfer {
            output.removeFirst(count)
        } else {
            isBlocked = true
        }
        untaken = output.count
        if output.isEmpty, untakenNotifications > 0 {
            untakenNotifications = queue.followingCount
        }
    }

    /// Takes note that a send has failed.
    mutating func cannotSend() {
        outputIsDead = true
        dropOutput()
    }

    /// Begins the turn that `ConnectionAction.continueNextTurn` asked for; returns what is written in it, or nil where the
    /// owner goes on with the input.
    mutating func beginNextTurn() -> OutputPart? {
        isInNextTurn = false
        return queue.firstPart
    }

    /// Ends a connection whose time is over.
    mutating func reachDeadline(at now: MonotonicTime) {
        wakeTime = nil
        guard let deadline, deadline <= now else { return }
        if phase == .serving {
            // The message is late because nothing is read from the peer.
            guard !isPaused else { return clock.restart(at: now) }
            end(with: RPCError(.messageTime(limits.messageTime)), at: now)
            return
        }
        let isOwed = owesAnswers
        if discarding?.check(unread: output.count, isOwed: isOwed, at: now, limits) == true {
            close()
        }
    }

    /// Reads nothing more; the connection ends when everything received is answered and the server allows it.
    mutating func finish() {
        if ending == .none {
            ending = .finishing
        }
    }

    /// Allows the connection to end once its answers are sent.
    mutating func allowEnd() {
        ending = .allowed
    }

    /// Answers a fault behind what was answered before, and serves no further request; the answer has the id of the
    /// message that is being received, if that has come.
    mutating func end(with error: RPCError, at now: MonotonicTime) {
        guard phase == .serving else { return }
        let unread = takeInput()
        var turn = beginTurn(at: now)
        endBatch(&turn)
        turn.start = turn.writer.bytes.count
        unread.withBytes { turn.writer.failure(error, id: framer.openID, in: $0) }
        deliver(nil, &turn)
        discard(from: now)
        endTurn(turn, ByteBuffer())
    }

    /// Serves no further request; the connection ends when the peer has its answers.
    mutating func discard(from now: MonotonicTime) {
        phase = .discarding
        input = ByteBuffer()
        batch = nil
        discarding = DiscardProgress(at: now, limits)
    }

    /// Ends the connection without sending anything more.
    mutating func close() {
        guard !isClosed else { return }
        phase = .closing
        input = ByteBuffer()
        output = ByteBuffer()
        batch = nil
        queue = OutputQueue()
        callbacks = [:]
    }
}
