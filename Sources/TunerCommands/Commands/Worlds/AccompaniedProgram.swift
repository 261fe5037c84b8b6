import ClientCore
import JSONCore
import SystemCore

/// A program that tunerctl starts and waits for, in its own world or without one.
///
/// tunerctl passes signals on to the program. From a terminal, Ctrl-C interrupts the program only, except in a search, which
/// it ends.
struct AccompaniedProgram: ~Copyable {
    private static let signals: [Signal] = [.hangup, .interrupt, .quit, .terminate, .user1, .user2]

    private enum Token: UInt64 {
        case signals
        case daemon
    }

    private let pid: Int32
    private let world: HeldWorld?
    private let companion: (any Companion)?
    private let source: SignalSource
    /// Whether Ctrl-C also ends tunerctl.
    private let endsAfterInterrupt: Bool
    /// The last signal that was meant to end tunerctl itself; nil if there was none.
    private var ending: Signal?

    /// Runs a program in a world and returns its exit code; `words` is its name or path with its arguments.
    static func run(
        _ words: [RawText],
        in world: HeldWorld,
        beside companion: (any Companion)? = nil
    ) throws(Failure) -> ExitCode {
        try enter(world, for: words)
        return try start(words, world, beside: companion).code
    }

    /// Runs a program in a world, with its output on standard error; also returns the signal after which tunerctl must
    /// end, or nil.
    static func runLogging(
        _ words: [RawText],
        in world: HeldWorld
    ) throws(Failure) -> (code: ExitCode, ending: Signal?) {
        try enter(world, for: words)
        return try start(words, world, isLogging: true)
    }

    /// Runs a program without a world; also returns the signal after which tunerctl must end, or nil.
    static func run(_ words: [RawText]) throws(Failure) -> (code: ExitCode, ending: Signal?) {
        try start(words, nil)
    }

    /// Sets the variables with which a program joins a world.
    private static func enter(_ world: HeldWorld, for words: [RawText]) throws(Failure) {
        do throws(SystemError) {
            try Kernel.setEnvironment(DaemonAddress.worldVariable, to: world.name)
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: world.daemon.absolutePath)
        } catch {
            throw .notStarted(words[0].path, error.errno)
        }
    }

    private static func start(
        _ words: [RawText],
        _ world: HeldWorld?,
        beside companion: (any Companion)? = nil,
        isLogging: Bool = false
    ) throws(Failure) -> (code: ExitCode, ending: Signal?) {
        // Catch the signals first, so that none ends tunerctl between the start and the wait.
        let source = try Failure.system { () throws(SystemError) in try SignalSource(signals + [.child]) }
        let pid: Int32
        do throws(SystemError) {
            let arguments = Array(words.dropFirst())
            pid = try isLogging ? Kernel.spawnLogging(words[0], arguments) : Kernel.spawn(words[0], arguments)
        } catch {
            throw .notStarted(words[0].path, error.errno)
        }
        do throws(SystemError) {
            return try AccompaniedProgram(pid, world, companion, source, endsAfterInterrupt: isLogging).wait()
        } catch {
            throw .system(error)
        }
    }

    private init(
        _ pid: Int32,
        _ world: HeldWorld?,
        _ companion: (any Companion)?,
        _ source: consuming SignalSource,
        endsAfterInterrupt: Bool
    ) {
        self.source = source
        self.endsAfterInterrupt = endsAfterInterrupt
        self.companion = companion
        self.pid = pid
        self.world = world
    }

    /// Waits for the end of the program, and keeps its world in the meantime.
    private consuming func wait() throws(SystemError) -> (code: ExitCode, ending: Signal?) {
        var events: [PollerEvent] = []
        var hasFailed = false
        while true {
            if let end = try Kernel.end(ofChild: pid) {
                // A signal that has arrived with the end must not be lost.
                while let signal = try source.next() { note(signal) }
                return (ExitCode(end), ending)
            }
            let poller = try Poller(.poll)
            try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
            try world?.watch(by: poller, token: Token.daemon.rawValue)
            let deadline = [world?.retry, companion?.deadline].compactMap(\.self).min()
            let timeout = deadline.map { PollTimeout.until($0, from: Kernel.monotonicTime()) } ?? .forever
            try poller.wait(timeout, into: &events)
            for event in events {
                switch Token(rawValue: event.token) {
                case .signals: try passSignalsOn()
                case .daemon: world?.check()
                case nil: break
                }
            }
            world?.restore()
            companion?.advance()
            if companion?.hasFailed == true, !hasFailed {
                hasFailed = true
                Kernel.send(.terminate, to: pid)
            }
        }
    }

    /// Notes whether a signal is meant to end tunerctl itself.
    private mutating func note(_ signal: Signal) {
        switch signal {
        case .terminate, .hangup: ending = signal
        case .interrupt, .quit: if endsAfterInterrupt { ending = signal }
        default: break
        }
    }

    private mutating func passSignalsOn() throws(SystemError) {
        while let signal = try source.next() {
            note(signal)
            switch signal {
            case .child: continue
            // The terminal has already sent this signal to the program.
            case .interrupt where Kernel.isInForeground, .quit where Kernel.isInForeground: continue
            default: Kernel.send(signal, to: pid)
            }
        }
    }
}

extension ExitCode {
    /// Creates the exit code that a shell would report.
    fileprivate init(_ end: ProcessEnd) {
        switch end {
        case .exited(let code): self.init(rawValue: code)
        case .killed(let signal): self.init(signal)
        }
    }
}
