import SystemCore

/// One measurement, which advances with each event: it starts the program, waits for the settle time, runs the metric
/// command and the guard, and ends the program.
final class Measurement {
    enum Outcome: Equatable {
        case measured(Double)
        /// The guard has failed.
        case refused
        case failed(MeasurementFault)
    }

    private enum Stage {
        case settling
        case measuring
        /// The guard runs; with the measured number.
        case guarding(Double)
        /// The programs have received SIGTERM. The outcome is nil after an interrupt.
        case ending(Outcome?)
        case ended(Outcome?)
    }

    /// The time for a program to end after SIGTERM.
    private static let grace = Duration.seconds(5)
    /// How many lines of output a fault shows.
    private static let mostLines = 5

    private let plan: MeasurementPlan
    private let program: GroupProgram?
    private var command: GroupProgram?
    private var stage = Stage.settling
    /// The time of the next step if no event comes first.
    private(set) var deadline: MonotonicTime?

    /// Starts the program, in the world that the environment names.
    init(_ plan: MeasurementPlan) throws(Failure) {
        self.plan = plan
        program = plan.program.isEmpty ? nil : try Measurement.start(plan.program)
        deadline = Kernel.monotonicTime() + plan.settle
    }

    /// Whether all programs have ended.
    var hasEnded: Bool {
        if case .ended = stage { true } else { false }
    }

    /// The result; nil before the end, and after an interrupt.
    var outcome: Outcome? {
        if case .ended(let outcome) = stage { outcome } else { nil }
    }

    /// Adds the running programs to a poller.
    func watch(by poller: borrowing Poller) throws(SystemError) {
        for program in running { try program.watch(by: poller, token: 0, outputToken: 0) }
    }

    /// Reads all output, and does what is due; starts the metric command in the world that the environment names.
    func advance() throws(Failure) {
        // The command first: a program that has crashed explains why its metric command has failed.
        for program in running { try Failure.system { () throws(SystemError) in try program.refresh() } }
        switch stage {
        case .ended: return
        case .ending: try endIfSilent()
        case .settling, .measuring, .guarding: try advanceBeforeEnd()
        }
    }

    /// Ends all programs with SIGTERM; the second call ends them with SIGKILL.
    func interrupt() throws(Failure) {
        switch stage {
        case .ended: return
        case .ending(let outcome): try finish(outcome)
        case .settling, .measuring, .guarding: try end(nil)
        }
    }

    private var running: [GroupProgram] { [command, program].compactMap { $0 }.filter { !$0.isFinished } }

    private var isDue: Bool { deadline.map { Kernel.monotonicTime() >= $0 } ?? false }

    private static func start(_ words: [RawText]) throws(Failure) -> GroupProgram {
        do throws(SystemError) {
            return try GroupProgram(words)
        } catch {
            throw .notStarted(words[0].path, error.errno)
        }
    }

    private func advanceBeforeEnd() throws(Failure) {
        if let program, program.hasFirstEnded {
            let end = try Failure.system { () throws(SystemError) in try program.finish() }
            try self.end(.failed(.programEnded(end, program.lastLines(Measurement.mostLines))))
        } else if let command, command.hasFirstEnded {
            try advance(after: command)
        } else if isDue {
            if case .settling = stage {
                try run(plan.metric, .measuring)
            } else {
                try end(.failed(.tooSlow(plan.limit ?? .zero)))
            }
        }
    }

    private func run(_ text: RawText, _ stage: Stage) throws(Failure) {
        command = try Measurement.start([RawText("sh"), RawText("-c"), text])
        self.stage = stage
        deadline = plan.limit.map { Kernel.monotonicTime() + $0 }
    }

    /// Runs the guard after the metric command, or ends the measurement.
    private func advance(after command: GroupProgram) throws(Failure) {
        if case .guarding(let number) = stage {
            let end = try Failure.system { () throws(SystemError) in try command.finish() }
            return try self.end(end == .exited(0) ? .measured(number) : .refused)
        }
        let outcome = try result(of: command)
        if case .measured(let number) = outcome, let text = plan.guardCommand {
            try run(text, .guarding(number))
        } else {
            try end(outcome)
        }
    }

    /// Reads the number of a metric command whose first process has ended.
    private func result(of command: GroupProgram) throws(Failure) -> Outcome {
        let end = try Failure.system { () throws(SystemError) in try command.finish() }
        let most = Measurement.mostLines
        guard end == .exited(0) else { return .failed(.metricFailed(end, command.lastLines(most))) }
        let lines = command.output.lines
        guard let number = lines.last.flatMap(MetricNumber.value) else {
            return .failed(.noNumber(lines.suffix(most), messages: command.messages.lines.suffix(most)))
        }
        return .measured(number)
    }

    private func end(_ outcome: Outcome?) throws(Failure) {
        stage = .ending(outcome)
        deadline = Kernel.monotonicTime() + Measurement.grace
        for program in running { program.terminate() }
        try endIfSilent()
    }

    /// Finishes the programs when they have ended, or when their time is over.
    ///
    /// The first process is often a shell, which ends before the program that it has started. So the end of the output
    /// counts, too.
    private func endIfSilent() throws(Failure) {
        guard case .ending(let outcome) = stage, isDue || running.allSatisfy(\.isSilent) else { return }
        try finish(outcome)
    }

    private func finish(_ outcome: Outcome?) throws(Failure) {
        for program in running { _ = try Failure.system { () throws(SystemError) in try program.finish() } }
        stage = .ended(outcome)
        deadline = nil
    }
}

@available(*, unavailable)
extension Measurement: Sendable {}
