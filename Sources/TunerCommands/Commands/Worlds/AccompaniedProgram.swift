import ClientCore
import JSONCore
import SystemCore

/// A program that runs in its own world.
///
/// tunerctl passes signals on to the program, and ends with the program's exit code.
struct AccompaniedProgram: ~Copyable {
    private static let signals: [Signal] = [.hangup, .interrupt, .quit, .terminate, .user1, .user2]

    private enum Token: UInt64 {
        case signals
        case daemon
    }

    private let pid: Int32
    private let world: HeldWorld
    private let source: SignalSource

    /// Runs a program and returns its exit code; `words` is its name or path with its arguments.
    static func run(_ words: [RawText], in world: HeldWorld) throws(Failure) -> ExitCode {
        // Hold the signals first, so that none is lost before the signal source exists.
        Kernel.holdSignals(signals + [.child])
        let pid: Int32
        do throws(SystemError) {
            try Kernel.setEnvironment(DaemonAddress.worldVariable, to: world.name)
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: world.daemon.absolutePath)
            pid = try Kernel.spawn(words[0], Array(words.dropFirst()))
        } catch {
            throw .notStarted(words[0].path, error.errno)
        }
        return try Failure.system { () throws(SystemError) in try AccompaniedProgram(pid, world).wait() }
    }

    private init(_ pid: Int32, _ world: HeldWorld) throws(SystemError) {
        source = try SignalSource(AccompaniedProgram.signals + [.child])
        self.pid = pid
        self.world = world
    }

    /// Waits for the end of the program, and keeps its world in the meantime.
    private consuming func wait() throws(SystemError) -> ExitCode {
        var events: [PollerEvent] = []
        while true {
            if let end = try Kernel.end(ofChild: pid) {
                return ExitCode(end)
            }
            let poller = try Poller(.poll)
            try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
            try world.watch(by: poller, token: Token.daemon.rawValue)
            let timeout = world.retry.map { PollTimeout.until($0, from: Kernel.monotonicTime()) } ?? .forever
            try poller.wait(timeout, into: &events)
            for event in events {
                switch Token(rawValue: event.token) {
                case .signals: try passSignalsOn()
                case .daemon: world.check()
                case nil: break
                }
            }
            world.restore()
        }
    }

    private func passSignalsOn() throws(SystemError) {
        while let signal = try source.next() {
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
        case .killed(let signal): self.init(rawValue: 128 + signal.number)
        }
    }
}
