import JSONCore
import LoopCore
import RPCTestSupport
import SystemCore
import TestSupport
import Testing

@testable import RPCCore

/// A connection's state in a test that takes the roles of stream, loop and server.
final class PlayedConnection: Peer {
    let number: UInt64 = 1
    let credentials = PeerCredentials(pid: 1, uid: 2, gid: 3)
    var session: AnyObject?

    /// The bytes that the peer has sent and the connection has not received.
    var arriving: [UInt8] = []
    /// Whether the peer has closed its sending side.
    var peerHasEnded = false
    /// The number of bytes that the kernel accepts.
    var room = Int.max
    var isGone = false
    var now = MonotonicTime(nanoseconds: 0)
    /// Returns whether the turn ends after a request.
    var isTurnOver: () -> Bool = { false }
    /// Called after a request is handled.
    var whenHandled: () -> Void = {}
    /// Called after a batch is handled.
    var whenBatchEnded: () -> Void = {}
    /// Called with each notification that a handler sends.
    var whenSent: (String) -> Void = { _ in }

    /// The bytes that the kernel has accepted.
    private(set) var sent: [UInt8] = []
    private(set) var awaitsTurn = false
    private(set) var interest = Interest.readable
    private(set) var wakeTime: MonotonicTime?
    private(set) var hasShutDown = false
    private(set) var isFinished = false
    private(set) var isClosed = false
    private(set) var released: UInt64 = 0
    let service = TestService()

    private var state: ConnectionState
    private let dispatcher: Dispatcher
    private var counts: CallCounts
    private let memory = SharedBuffers(spareMemory: 1 << 16)

    init(limits: ServerLimits = ServerLimits()) {
        state = ConnectionState(of: 2, limits: limits)
        let methods = service.methods
        dispatcher = Dispatcher(methods: methods)
        counts = CallCounts(methods: methods.methods.count, pulse: LoopPulse())
    }

    var sentText: String { String(decoding: sent, as: UTF8.self) }

    // MARK: Events

    /// Receives bytes, as the loop does when the stream is readable.
    func receive(atMost most: Int = .max) {
        guard !isClosed, state.wantsInput, !arriving.isEmpty || peerHasEnded else { return }
        var input = state.takeInput()
        memory.attachInput(to: &input)
        let piece = arriving.prefix(most)
        arriving.removeFirst(piece.count)
        input.append(Array(piece).span)
        state.received(piece.isEmpty ? .end : .bytes(piece.count))
        serve(input)
    }

    /// Does the work left for the next turn.
    func turn() {
        guard awaitsTurn, !isClosed else { return }
        awaitsTurn = false
        guard let part = state.beginNextTurn() else { return serve(state.takeInput()) }
        var writer = state.takeOutput(attaching: memory)
        do {
            let isLast = try part.writePiece(to: &writer, framed: state.framer.style, until: isTurnOver)
            state.wrotePiece(of: part, isLast: isLast, writer)
        } catch {
            state.close()
        }
        perform()
    }

    /// Runs turns and receives until the connection waits for an event.
    func run() {
        while !isClosed, awaitsTurn || state.wantsInput && (!arriving.isEmpty || peerHasEnded) {
            turn()
            receive()
        }
    }

    func release(through number: UInt64) {
        released = max(released, number)
        state.release(through: released)
        perform()
    }

    func failWithheld() {
        state.failWithheld(with: TestService.storage)
        perform()
    }

    func finish() {
        state.finish()
        perform()
    }

    func allowEnd() {
        state.allowEnd()
        perform()
    }

    func hangUp() {
        isGone = true
        state.peerClosed()
        perform()
    }

    /// Advances the time to the connection's next deadline.
    func reachDeadline() {
        guard let time = wakeTime else { return }
        wakeTime = nil
        now = max(now, time)
        state.reachDeadline(at: now)
        perform()
    }

    private func serve(_ input: consuming ByteBuffer) {
        var turn = state.beginTurn(at: now)
        input.withBytes { handle($0, &turn) }
        state.endTurn(turn, input)
        if !state.continuesWithInput {
            memory.detachInput(&state.input)
        }
        perform()
    }

    private func handle(_ bytes: Span<UInt8>, _ turn: inout ServingTurn) {
        while true {
            let wasInBatch = state.batch != nil
            let request = state.nextRequest(in: bytes, &turn)
            if wasInBatch, state.batch == nil {
                whenBatchEnded()
            }
            guard let request else { break }
            let unwritten = dispatcher.handle(
                request,
                in: bytes,
                from: self,
                hasRoom: turn.hasRoom,
                writer: &turn.writer,
                counts: &counts
            )
            whenHandled()
            state.finishRequest(unwritten, &turn)
            if isTurnOver() { break }
        }
        state.endRequests(in: bytes, &turn)
    }

    /// Performs the requested actions, and checks that they are consistent with the state.
    func perform() {
        guard !isClosed else { return }
        state.beginFlush(attaching: memory)
        var count = 0
        while let action = state.nextAction(at: now) {
            count += 1
            #expect(!isClosed, "no action is requested after the end")
            #expect(count < 10_000, "the actions have an end")
            perform(action)
        }
        memory.detachOutput(&state.output)
        guard !isClosed else { return }
        let isUnsent = !state.output.isEmpty
        #expect(interest.contains(.writable) == isUnsent, "what is unsent waits until the peer reads")
        let isPaused = state.isPaused
        #expect(!interest.contains(.readable) || !isPaused || state.phase == .discarding)
    }

    private func perform(_ action: ConnectionAction) {
        switch action {
        case .send:
            guard !isGone else { return state.cannotSend() }
            let count = min(room, state.output.count)
            state.output.withBytes { sent += [UInt8]($0, in: 0..<count) }
            if room != .max {
                room -= count
            }
            state.sent(count == 0 ? .wouldBlock : .bytes(count))
        case .call(let functions):
            for function in functions { function() }
        case .shutDownWriting:
            #expect(!hasShutDown)
            hasShutDown = true
        case .continueNextTurn:
            #expect(!awaitsTurn)
            awaitsTurn = true
        case .reportFinished:
            #expect(!isFinished)
            isFinished = true
        case .drain: break
        case .wake(let time):
            #expect(wakeTime.map { time < $0 } ?? true)
            wakeTime = time
        case .wait(let interest):
            #expect(interest != self.interest)
            self.interest = interest
        case .close:
            isClosed = true
        }
    }

    /// Whether the connection waits for anything; an open connection must.
    var waits: Bool {
        awaitsTurn || !interest.isEmpty || isWithheld || keepers > 0 || wakeTime != nil
    }

    // MARK: Peer

    var server: RPCServer { preconditionFailure("a played connection has no server") }

    var closesOnFault: Bool {
        get { state.closesOnFault }
        set { state.closesOnFault = newValue }
    }

    var keepers: Int {
        get { state.keepers }
        set { state.keepers = newValue }
    }

    var unsent: Int { state.unsent }

    var hasTime: Bool { true }

    var isWithheld: Bool { state.isWithheld }

    @discardableResult
    func send(_ message: borrowing ByteBuffer) -> Bool {
        whenSent(String(decoding: [UInt8](message), as: UTF8.self))
        return state.send(message, attaching: memory)
    }

    func send(lazily messages: any LazyMessages) { state.send(lazily: messages) }

    func whenSent(_ owner: AnyObject, _ action: @escaping () -> Void) { state.whenSent(owner, action) }

    func withhold(until number: UInt64) {
        if number > released {
            state.withhold(until: number)
        }
    }

    func close() { state.close() }
}
