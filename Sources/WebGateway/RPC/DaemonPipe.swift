import ClientCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TunerAPI

/// The user of a ``DaemonPipe``, which calls it only from events, actions and timers of the loop.
protocol DaemonPipeOwner: AnyObject {
    /// Called once, when the daemon has accepted the greeting.
    func opened(_ pipe: DaemonPipe)

    /// Called with each message of the daemon, or with each part of a long one; the bytes hold for the call only.
    func received(_ bytes: Span<UInt8>, _ part: MessagePart, _ pipe: DaemonPipe)

    /// Called when more may be sent again, after ``DaemonPipe/hasRoom`` was false.
    func hasRoom(_ pipe: DaemonPipe)

    /// Called once, when the daemon has ended or refused the connection.
    func lost(_ fault: DaemonFault, _ pipe: DaemonPipe)
}

/// A connection to the daemon that carries messages without reading them.
///
/// The pipe uses the framing with `Content-Length`, because a message then is any bytes: one that is incomplete, or that
/// has line breaks, cannot change the meaning of the next one. The pipe first sends a `session.hello`, whose response it
/// keeps. So the connection is in the world of its request, and never in the world of the gateway's environment.
///
/// A message of the daemon with up to ``wholeMessage`` bytes is passed on as one. A longer one is passed on in parts as
/// it arrives, so that the memory of a pipe is bounded.
final class DaemonPipe: EventSource {
    private enum Phase {
        /// The greeting has no response yet.
        case greeting
        case open
        /// The owner has ended the pipe; the rest of the output is sent, and all input is dropped.
        case ending
        case closed
    }

    /// The limit for the bytes of a message that is passed on as one.
    static let wholeMessage = 64 << 10
    /// The limit for the bytes that are received in a turn.
    private static let bytesInTurn = 64 << 10
    /// The limit for the bytes that the daemon has not accepted, above which nothing more should be sent.
    private static let unsentOutput = 256 << 10
    /// How long the daemon may take for the response to the greeting.
    private static let greetingTime = Duration.seconds(10)
    /// How long an ended pipe may take to send its output, and the daemon to execute it.
    private static let endTime = Duration.seconds(2)

    /// Whether nothing is received, so that the daemon has to wait.
    var isPaused = false {
        didSet {
            if isPaused != oldValue {
                pipes.performAtEndOfTurn(self)
            }
        }
    }

    private let pipes: DaemonPipes
    private var owner: (any DaemonPipeOwner)?
    private var stream: (any ByteStream)?
    private var phase = Phase.greeting
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    private var splitter = MessageSplitter(whole: wholeMessage)
    /// What the loop waits for; nil while the descriptor is not in the loop.
    private var interest: Interest?
    private var timer: TimerHeap.ID?
    private var waitsForRoom = false
    private var cannotSend = false
    private var hasShutDown = false
    /// Whether the daemon has hung up while the pipe was paused; what it has sent is read without the loop's events.
    private var hasHungUp = false
    var awaitsEndOfTurn = false

    /// Creates a pipe on a new connection; `greeting` is the message that the daemon must accept first.
    init(
        _ stream: any ByteStream,
        greeting: borrowing ByteBuffer,
        of owner: any DaemonPipeOwner,
        in pipes: DaemonPipes
    ) throws(SystemError) {
        self.stream = stream
        self.owner = owner
        self.pipes = pipes
        try stream.withDescriptor { (descriptor) throws(SystemError) in
            try pipes.loop.add(descriptor, source: self, interest: .readable)
        }
        interest = .readable
        greeting.withBytes { append($0) }
        // A strong reference, because weak ones make each use of an object slower. The end of the pipe cancels the timer.
        timer = pipes.loop.schedule(after: DaemonPipe.greetingTime) { [self] in greetingIsLate() }
    }

    /// Whether the daemon has accepted enough of the messages so far, so that more may be sent.
    var hasRoom: Bool { output.count <= DaemonPipe.unsentOutput }

    /// Sends a message; the daemon checks it.
    func send(_ message: Span<UInt8>) {
        guard phase == .open, !cannotSend else { return }
        append(message)
    }

    /// Ends the pipe without further calls of the owner: the daemon still receives what was sent.
    func end() {
        guard phase != .closed, phase != .ending else { return }
        phase = .ending
        owner = nil
        isPaused = false
        cancelTimer()
        timer = pipes.loop.schedule(after: DaemonPipe.endTime) { [self] in close() }
        pipes.performAtEndOfTurn(self)
    }

    private func append(_ message: Span<UInt8>) {
        if output.capacity == 0 {
            pipes.memory.attachOutput(to: &output)
        }
        output.reserve(message.count + 40)
        output.append("Content-Length: ")
        output.append(decimal: UInt64(message.count))
        output.append("\r\n\r\n")
        output.append(message)
        waitsForRoom = waitsForRoom || !hasRoom
        pipes.performAtEndOfTurn(self)
    }
}

// MARK: - Sending and waiting

extension DaemonPipe {
    func ready(_ readiness: Readiness) {
        if wantsInput {
            receive()
        } else if readiness.isHangup {
            hasHungUp = true
            removeFromLoop()
        }
        if readiness.isWritable, phase != .closed {
            pipes.performAtEndOfTurn(self)
        }
    }

    /// Sends the output, and waits for what comes next.
    func endTurn() {
        awaitsEndOfTurn = false
        guard let stream else { return }
        if !output.isEmpty {
            send(on: stream)
        }
        if phase == .ending, output.isEmpty, !hasShutDown {
            hasShutDown = true
            // Without a subscription, the daemon then closes the connection after its last response.
            try? stream.shutdownWriting()
        }
        if hasHungUp, wantsInput {
            pipes.loop.nextTurn { [self] in
                if wantsInput {
                    receive()
                }
            }
        } else if !hasHungUp {
            wait(on: stream)
        }
    }

    private var wantsInput: Bool { stream != nil && !isPaused }

    private func send(on stream: any ByteStream) {
        do {
            let transfer = try output.withBytes { (bytes) throws(SystemError) in try stream.send(bytes) }
            if case .bytes(let count) = transfer {
                output.removeFirst(count)
            }
        } catch {
            // The end of the connection is reported once everything that the daemon has sent was read.
            cannotSend = true
            output.removeAll()
        }
        pipes.memory.detachOutput(&output)
        guard waitsForRoom, hasRoom else { return }
        waitsForRoom = false
        // The owner must not be called at the end of the turn: what it then does might wait for the next event.
        pipes.loop.nextTurn { [self] in owner?.hasRoom(self) }
    }

    private func wait(on stream: any ByteStream) {
        let wanted = Interest(readable: wantsInput, writable: !output.isEmpty)
        guard let interest, wanted != interest else { return }
        self.interest = wanted
        do {
            try stream.withDescriptor { (descriptor) throws(SystemError) in
                try pipes.loop.modify(descriptor, interest: wanted)
            }
        } catch {
            preconditionFailure("a connection that is in the poller can be modified: \(error)")
        }
    }
}

// MARK: - Receiving

extension DaemonPipe {
    /// The reason why what the daemon has sent is no message.
    private struct Garbled: Error {}

    private func receive() {
        guard let stream else { return }
        pipes.memory.attachInput(to: &input)
        var hasEnded = false
        do {
            let most = DaemonPipe.bytesInTurn
            hasEnded = try stream.receive(into: &input, room: most, atMost: most) == .end
        } catch {
            hasEnded = true
        }
        var fault = hasEnded ? closedFault : nil
        if phase != .ending {
            // A copy, because each use through the class would check for exclusive access. Nothing else uses the splitter.
            var splitter = splitter
            do throws(Garbled) {
                try input.withBytes { (bytes) throws(Garbled) in try passOn(bytes, splitBy: &splitter) }
                input.removeFirst(splitter.consumed)
                splitter.rebase()
            } catch {
                fault = fault ?? pipes.fault(.client(.garbled))
            }
            self.splitter = splitter
        }
        if phase == .ending {
            input.removeAll()
        }
        pipes.memory.detachInput(&input)
        if let fault {
            lose(fault)
        } else if hasHungUp {
            pipes.performAtEndOfTurn(self)
        }
    }

    /// Passes complete messages and parts of long ones to the owner.
    private func passOn(_ bytes: Span<UInt8>, splitBy splitter: inout MessageSplitter) throws(Garbled) {
        if phase == .greeting, splitter.isBetweenMessages, bytes.count > 0, bytes[0] == UInt8(ascii: "{") {
            // A daemon that refuses a connection has read nothing yet, so its message is a line.
            guard bytes[bytes.count - 1] == UInt8(ascii: "\n") else { return }
            return greeted(bytes.extracting(0..<bytes.count - 1), isRefused: true)
        }
        while phase == .greeting || phase == .open {
            switch splitter.next(in: bytes) {
            case .part(let range, .whole) where phase == .greeting: greeted(bytes.extracting(range), isRefused: false)
            case .part where phase == .greeting: throw Garbled()
            case .part(let range, let part): owner?.received(bytes.extracting(range), part, self)
            case .fault: throw Garbled()
            case .needsMore: return
            }
        }
    }

    /// Handles the response to the greeting, or the error of a daemon that has refused the connection.
    private func greeted(_ response: Span<UInt8>, isRefused: Bool) {
        cancelTimer()
        guard let message = try? JSON.check(response), let incoming = Incoming(message, in: response) else {
            return refuse(.client(.garbled))
        }
        switch incoming {
        case .result(_, let result) where !isRefused:
            do throws(LinkFault) {
                _ = try HelloResult(checking: result, in: response)
            } catch {
                return refuse(error)
            }
            phase = .open
            owner?.opened(self)
        case .error(_, let error): refuse(.client(.refused(error)))
        case .result, .notification: refuse(.client(.garbled))
        }
    }
}

// MARK: - The end

extension DaemonPipe {
    private var closedFault: DaemonFault { pipes.fault(.client(.closed)) }

    private func greetingIsLate() {
        timer = nil
        if phase == .greeting {
            lose(pipes.fault(.client(.timedOut)))
        }
    }

    /// Ends the pipe because of the daemon's response to the greeting, while its bytes are read.
    private func refuse(_ fault: LinkFault) {
        let owner = owner
        end()
        owner?.lost(pipes.fault(fault), self)
    }

    private func lose(_ fault: DaemonFault) {
        let owner = owner
        close()
        owner?.lost(fault, self)
    }

    private func close() {
        guard phase != .closed else { return }
        phase = .closed
        owner = nil
        cancelTimer()
        removeFromLoop()
        stream = nil
        input = ByteBuffer()
        output = ByteBuffer()
        pipes.forget(self)
    }

    private func removeFromLoop() {
        guard interest != nil else { return }
        interest = nil
        do {
            try stream?.withDescriptor { (descriptor) throws(SystemError) in try pipes.loop.remove(descriptor) }
        } catch {
            preconditionFailure("a connection that is in the poller can be removed: \(error)")
        }
    }

    private func cancelTimer() {
        if let timer {
            pipes.loop.cancel(timer)
        }
        timer = nil
    }
}

@available(*, unavailable)
extension DaemonPipe: Sendable {}
