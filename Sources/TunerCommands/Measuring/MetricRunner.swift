import ClientCore
import SystemCore

/// Runs a metric command in a world, alone or beside a program, and reads the number that it prints.
///
/// While it exists, signals that would end tunerctl end the running programs first.
final class MetricRunner {
    private static let signals: [Signal] = [.hangup, .interrupt, .quit, .terminate]
    /// The time for a program to end after SIGTERM.
    private static let grace = Duration.seconds(5)
    /// How many lines of output a fault shows.
    private static let mostLines = 5

    private enum Token: UInt64 {
        case signals
        case metricEnd
        case programEnd
        case output
    }

    private let metric: RawText
    private let program: [RawText]
    private let settle: Duration
    private let source: SignalSource
    /// The name of the measurement, for faults.
    private var name = ""

    /// Creates a runner; an empty `program` starts none.
    init(_ metric: RawText, beside program: [RawText], settle: Duration, _ daemon: DaemonEndpoint) throws(Failure) {
        (self.metric, self.program, self.settle) = (metric, program, settle)
        let source = try Failure.system { () throws(SystemError) in
            try Kernel.setEnvironment("TUNER_SOCKET", toPath: daemon.absolutePath)
            return try SignalSource(MetricRunner.signals)
        }
        self.source = source
    }

    /// Returns one number, and ends all programs that it has started.
    ///
    /// A fault names the measurement as `name`.
    func measure(in world: String, as name: String) throws(Failure) -> Double {
        try Failure.system { () throws(SystemError) in
            try Kernel.setEnvironment(DaemonAddress.worldVariable, to: world)
        }
        self.name = name
        let program = program.isEmpty ? nil : try start(self.program)
        do throws(Failure) {
            if settle > .zero { try wait(for: nil, beside: program, until: Kernel.monotonicTime() + settle) }
            let number = try number(beside: program)
            try stop(program)
            return number
        } catch {
            try? stop(program)
            throw error
        }
    }

    private func start(_ words: [RawText]) throws(Failure) -> GroupProgram {
        do throws(SystemError) {
            return try GroupProgram(words)
        } catch {
            throw .notStarted(words[0].path, error.errno)
        }
    }

    /// Runs the metric command.
    private func number(beside program: GroupProgram?) throws(Failure) -> Double {
        let command = try start([RawText("sh"), RawText("-c"), metric])
        do throws(Failure) {
            try wait(for: command, beside: program, until: nil)
        } catch {
            try? stop(command)
            throw error
        }
        let end = try Failure.system { () throws(SystemError) in try command.finish() }
        guard end == .exited(0) else {
            // A program that has crashed explains why its metric command failed.
            try wait(for: nil, beside: program, until: Kernel.monotonicTime())
            throw .noMeasurement(name, .metricFailed(end, command.lastLines(MetricRunner.mostLines)))
        }
        let lines = command.output.lines
        guard let number = lines.last.flatMap(MetricNumber.value) else {
            let count = MetricRunner.mostLines
            throw .noMeasurement(name, .noNumber(lines.suffix(count), messages: command.messages.lines.suffix(count)))
        }
        return number
    }

    /// Waits for the end of the metric command, or for a time; throws after a signal, or if the program ends.
    private func wait(
        for command: GroupProgram?,
        beside program: GroupProgram?,
        until deadline: MonotonicTime?
    ) throws(Failure) {
        while true {
            let ended = try events(command, program, deadline)
            if let signal = try Failure.system({ () throws(SystemError) in try source.next() }) {
                throw .interrupted(signal)
            }
            if let program, ended.contains(.programEnd) {
                let end = try Failure.system { () throws(SystemError) in try program.finish() }
                throw .noMeasurement(name, .programEnded(end, program.lastLines(MetricRunner.mostLines)))
            }
            if ended.contains(.metricEnd) { return }
            if let deadline, Kernel.monotonicTime() >= deadline { return }
        }
    }

    /// Ends a program with SIGTERM, or with SIGKILL if it does not end in time or another signal arrives.
    ///
    /// The first process is often a shell, which ends before the program that it has started. So the end of the output
    /// counts, too.
    private func stop(_ program: GroupProgram?) throws(Failure) {
        guard let program, !program.isFinished else { return }
        program.terminate()
        let deadline = Kernel.monotonicTime() + MetricRunner.grace
        var signal: Signal?
        while !program.isSilent, Kernel.monotonicTime() < deadline, signal == nil {
            _ = try events(nil, program, deadline)
            signal = try Failure.system { () throws(SystemError) in try source.next() }
        }
        _ = try Failure.system { () throws(SystemError) in try program.finish() }
        if let signal { throw .interrupted(signal) }
    }

    /// Waits for an event, reads all output, and returns what happened.
    private func events(
        _ command: GroupProgram?,
        _ program: GroupProgram?,
        _ deadline: MonotonicTime?
    ) throws(Failure) -> Set<Token> {
        try Failure.system { () throws(SystemError) in
            var events: [PollerEvent] = []
            let poller = try Poller(.poll)
            try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
            let output = Token.output.rawValue
            try command?.watch(by: poller, token: Token.metricEnd.rawValue, outputToken: output)
            try program?.watch(by: poller, token: Token.programEnd.rawValue, outputToken: output)
            try poller.wait(deadline.map { .until($0, from: Kernel.monotonicTime()) } ?? .forever, into: &events)
            command?.read()
            program?.read()
            let tokens = Set(events.compactMap { Token(rawValue: $0.token) })
            if tokens.contains(.metricEnd) { command?.noteEnd() }
            if tokens.contains(.programEnd) { program?.noteEnd() }
            return tokens
        }
    }
}

@available(*, unavailable)
extension MetricRunner: Sendable {}
