package import ClientCore
import JSONCore
import LoopCore
package import SystemCore

/// A session of an agent on standard input and output.
package final class AgentServer {
    /// The number of unwritten bytes from which the server reads no further requests.
    private static let mostUnwritten = 1 << 20

    /// How long a call waits for a daemon, unless the user says otherwise; a client waits for each call.
    package static let usualPatience = Duration.seconds(2)

    private let loop: EventLoop
    private let output: AgentOutput
    private var input: AgentInput?
    private let session: AgentSession
    private let caller: CallerBox
    private let signals: AgentSignals

    /// Creates the server; it connects to the daemon at the first request that needs it.
    package init(_ options: AgentOptions, _ address: DaemonAddress, patience: Duration) throws(SystemError) {
        // `poll`, because a standard stream can be a file, which `epoll` refuses.
        let loop = try EventLoop(.poll)
        let (output, caller) = (try AgentOutput(on: loop), CallerBox())
        (self.loop, self.output, self.caller) = (loop, output, caller)
        signals = try AgentSignals(on: loop)
        session = AgentSession(options) { name in
            var settings = DaemonLink.Settings(address)
            (settings.client, settings.world) = (name, options.world)
            // In another world, the changes of the agent would have an effect on other programs.
            settings.isFixed = true
            // In another world, the changes of the agent would have an effect on other programs.
            settings.isFixed = true
            let link = DaemonCaller(settings, patience: patience, on: loop)
            caller.caller = link
            return link
        } send: {
            output.send($0)
        }
        session.start = { (words) throws(SystemError) in try CommandProgram(words, on: loop) }
        input = try AgentInput(limit: options.messageLimit, on: loop) { [unowned self] in
            session.endInput()
            endWhenIdle()
        } _: { [unowned self] in
            session.receive($0)
        }
    }

    /// Serves until the end of the input, or until a signal, which is returned.
    package func run() throws(SystemError) -> Signal? {
        session.whenIdle = { [unowned self] in endWhenIdle() }
        output.whenClosed = { [unowned self] in loop.stop() }
        output.whenWritten = { [unowned self] in endWhenIdle() }
        loop.atEndOfTurn { [unowned self] in limitOutput() }
        signals.whenReceived = { [unowned self] in loop.stop() }
        try loop.run()
        session.close()
        caller.caller?.close()
        return signals.received
    }

    /// Stops reading while the client does not read, so that the output does not grow.
    private func limitOutput() {
        let isFull = output.count > AgentServer.mostUnwritten
        input?.isPaused = isFull
        caller.caller?.isPaused = isFull
    }

    /// Stops when the input has ended, and all responses are written.
    private func endWhenIdle() {
        guard input?.hasEnded == true, session.isIdle, output.count == 0 else { return }
        loop.stop()
    }
}

@available(*, unavailable)
extension AgentServer: Sendable {}

/// The connection to the daemon, once there is one.
private final class CallerBox {
    var caller: DaemonCaller?
}

/// The signals that end the server.
private final class AgentSignals: EventSource {
    var whenReceived: () -> Void = {}
    private(set) var received: Signal?
    private let source: SignalSource

    init(on loop: EventLoop) throws(SystemError) {
        source = try SignalSource([.hangup, .interrupt, .terminate])
        try loop.add(source.descriptor, source: self, interest: .readable)
    }

    func ready(_ readiness: Readiness) {
        guard let signal = try? source.next() else { return }
        received = signal
        whenReceived()
    }
}
