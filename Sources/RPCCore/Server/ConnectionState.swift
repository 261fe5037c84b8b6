import JSONCore
import SystemCore

/// The protocol state of one connection: bytes and events go in, requests and actions come out.
///
/// The owner, a ``Connection``, has the stream. It reports each event by calling a function. Then it performs the
/// actions that `nextAction(at:)` returns, until there are none. The owner also handles the requests that
/// `nextRequest(in:_:)` returns. No function of the state runs meanwhile, so a handler may change its own connection.
///
/// Functions that only read the state and are called often are inlined: a call would copy the whole state to pass it.
struct ConnectionState: ~Copyable {
    /// What happens to received bytes.
    enum Phase {
        /// They are handled as requests.
        case serving
        /// They are discarded until the peer has had time to read a final error.
        case discarding
        /// The connection is closed, and the owner must close the stream.
        case closing
        /// The owner has closed the stream.
        case closed
    }

    /// The steps in which a server ends.
    ///
    /// From `finishing` on, nothing is read.
    enum Ending {
        case none
        /// Received requests still wait for their responses.
        case finishing
        /// The connection has reported to the server that every received request has its response.
        case reported
        /// Every request of all connections has its response, so the connection may close once its output is sent.
        case allowed
    }

    let limits: ServerLimits
    var phase = Phase.serving

    // MARK: Input

    var framer: Framer
    /// The received bytes that are not yet handled; the owner has these while it handles requests.
    var input = ByteBuffer()
    /// The batch whose requests are being handled.
    ///
    /// Its message stays in the input until the batch ends.
    var batch: OpenBatch?
    /// Whether the peer has ended its sending side and everything it sent was received.
    var inputHasEnded = false
    /// Whether the input may hold complete messages, which wait for the next turn or until the peer has read its
    /// responses.
    var hasUnserved = false
    var closesOnFault = false
    var clock = MessageClock()
    var discarding: DiscardProgress?

    // MARK: Output

    /// The bytes to send that the kernel has not accepted.
    ///
    /// A ``ServingTurn`` has these bytes while requests are handled, and the owner has them while it writes a piece.
    var output = ByteBuffer()
    /// The messages that are sent after ``output``.
    var queue = OutputQueue()
    /// Whether a turn that handles requests has begun and not ended.
    var isHandling = false
    /// The number of bytes of ``output`` that the kernel did not accept in the last attempt to send.
    var untaken = 0
    /// The number of bytes of notifications since the kernel last accepted all output.
    var untakenNotifications = 0
    /// Whether sending has failed for good.
    ///
    /// Requests that the peer has sent are still handled.
    var outputIsDead = false
    /// Whether the kernel accepted nothing in the last attempt to send.
    var isBlocked = false
    var hasShutDown = false
    /// The functions to call once the kernel has accepted all output, one for each owner.
    var callbacks: [ObjectIdentifier: () -> Void] = [:]
    var mayCallBack = false

    // MARK: Waiting and ending

    var keepers = 0
    /// Whether the owner will call `beginNextTurn()` in the next turn.
    var isInNextTurn = false
    /// The events that the poller waits for.
    var interest = Interest.readable
    /// When the owner will call `reachDeadline(at:)`.
    var wakeTime: MonotonicTime?
    /// The step that the server's end has reached for this connection.
    var ending = Ending.none

    /// Creates the state of a new connection of a user, which waits for the first bytes.
    init(of user: UInt32, limits: ServerLimits) {
        self.limits = limits
        framer = Framer(limits: limits.framing(for: user))
    }

    /// Whether the connection is closed, or the next action closes it.
    @inline(__always)
    var isClosed: Bool { phase == .closing || phase == .closed }

    /// Whether the connection still receives from the peer.
    @inline(__always)
    var readsOn: Bool { !inputHasEnded && ending == .none }

    /// Whether nothing is read from the peer for now.
    ///
    /// Reading pauses while the peer has too many unread responses, and while output is written in pieces.
    @inline(__always)
    var isPaused: Bool { isPaused(behind: output.count) }

    @inline(__always)
    func isPaused(behind unsent: Int) -> Bool {
        queue.hasParts || unsent + queue.withheld.count > limits.unsentResponses
    }

    /// Whether the owner should receive when the stream is readable.
    @inline(__always)
    var wantsInput: Bool {
        switch phase {
        case .serving: !isInNextTurn && readsOn && !isPaused
        case .discarding: readsOn
        case .closing, .closed: false
        }
    }

    /// Whether the next turn can handle more of the input.
    @inline(__always)
    var continuesWithInput: Bool { hasUnserved && !isPaused }

    /// Whether something must still be sent before the connection may end, but is withheld or follows other messages.
    @inline(__always)
    var owesResponses: Bool { queue.awaitsRelease || !queue.ready.isEmpty }
}

// MARK: Events

extension ConnectionState {
    mutating func received(_ transfer: Transfer) {
        switch transfer {
        case .bytes(let count):
            if phase == .discarding, discarding?.discard(count) == false {
                // Too many bytes were discarded: receive nothing more, but still send the remaining output.
                inputHasEnded = true
            }
        case .end: inputHasEnded = true
        case .wouldBlock: break
        }
    }

    mutating func cannotReceive() {
        outputIsDead = true
        inputHasEnded = true
    }

    /// Handles a hang-up of the peer: closes the connection, unless requests can still be received and handled.
    mutating func peerClosed() {
        if !isInNextTurn, !readsOn || isPaused {
            close()
        }
    }

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

    /// Handles a failed attempt to send: drops all output, because the peer can no longer receive.
    mutating func cannotSend() {
        outputIsDead = true
        dropOutput()
    }

    /// Begins the turn that `ConnectionAction.continueNextTurn` requested.
    ///
    /// Returns the output of which the owner must write a piece. If there is none, the owner continues with the input.
    mutating func beginNextTurn() -> OutputPart? {
        isInNextTurn = false
        return queue.firstPart
    }

    /// Ends a connection whose time limit has passed.
    mutating func reachDeadline(at now: MonotonicTime) {
        wakeTime = nil
        guard let deadline, deadline <= now else { return }
        if phase == .serving {
            // The message is late because the server did not read it, not because of the peer.
            guard !isPaused else { return clock.restart(at: now) }
            end(with: RPCError(.messageTime(limits.messageTime)), at: now)
            return
        }
        let isOwed = owesResponses
        if discarding?.check(unread: output.count, isOwed: isOwed, at: now, limits) == true {
            close()
        }
    }

    /// Stops reading; the connection ends once every received request has its response and the server allows it.
    mutating func finish() {
        if ending == .none {
            ending = .finishing
        }
    }

    /// Allows the connection to end once its output is sent.
    mutating func allowEnd() {
        ending = .allowed
    }

    /// Sends an error after the responses so far, and handles no further request.
    ///
    /// The error has the id of the message that is being received, if that id has arrived.
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

    /// Handles no further request; the connection ends once the peer has had time to read its responses.
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
