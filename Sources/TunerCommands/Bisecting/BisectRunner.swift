import SystemCore
import TunerAPI

/// Runs the command of a search, each time in a new world.
final class BisectRunner {
    private let program: [RawText]
    private let invocation: Invocation
    private let output: Output
    private let job: JobReporter
    private var printed: Set<String> = []
    /// The number of runs so far.
    private(set) var runs = 0

    init(_ program: [RawText], _ invocation: Invocation, _ job: JobReporter, _ output: Output) {
        (self.program, self.invocation, self.job, self.output) = (program, invocation, job, output)
    }

    /// Runs the command in a state whose verdict is known, and throws if the command finds another one.
    ///
    /// `left` is the number of runs that are left after it, if it is known.
    func check(_ setting: WorldSetting, _ name: String, is expected: StepVerdict, left: Int?) throws(Failure) {
        let (verdict, code) = try run(setting)
        guard verdict != .skipped else { throw .bisect(.untestable(name)) }
        guard verdict == expected else {
            throw .bisect(.contradicts(name, expected: expected, code: code.rawValue))
        }
        note("\(name) is \(expected.rawValue), as expected", left: left)
    }

    /// Prints a line about the progress, and reports it; `left` is the number of runs that are left, if it is known.
    func note(_ text: String, left: Int?) {
        note(text)
        job.report { job in
            job.message = text
            job.total = left.map { Int64(runs + $0) }
        }
    }

    /// Prints a line.
    func note(_ text: String) { output.note("tunerctl: \(text)\n") }

    /// Prints a line about a state, unless it was already printed.
    func noteOnce(_ text: String) {
        if printed.insert(text).inserted { note(text) }
    }

    /// Runs the command in a world with a setting.
    func run(_ setting: WorldSetting) throws(Failure) -> (verdict: StepVerdict, code: ExitCode) {
        runs += 1
        let world = try HeldWorld(setting, invocation)
        let (code, ending) = try AccompaniedProgram.runLogging(program, in: world)
        job.report { $0.done = Int64(runs) }
        if let ending { throw .interrupted(ending) }
        world.check()
        // Without its world, the command has seen other values.
        guard !world.hasBeenLost else { throw .disconnected(world.daemon.socket) }
        guard let verdict = StepVerdict(code) else { throw .bisect(.aborted(code)) }
        return (verdict, code)
    }
}

@available(*, unavailable)
extension BisectRunner: Sendable {}
