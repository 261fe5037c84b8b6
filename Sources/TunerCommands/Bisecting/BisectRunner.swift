import SystemCore

/// Runs the command of a search, each time in a new world.
final class BisectRunner {
    private let program: [RawText]
    private let invocation: Invocation
    private let output: Output
    private var printed: Set<String> = []
    /// The number of runs so far.
    private(set) var runs = 0

    init(_ program: [RawText], _ invocation: Invocation, _ output: Output) {
        (self.program, self.invocation, self.output) = (program, invocation, output)
    }

    /// Runs the command in a state whose verdict is known, and throws if the command finds another one.
    func check(_ setting: WorldSetting, _ name: String, is expected: StepVerdict) throws(Failure) {
        let (verdict, code) = try run(setting)
        guard verdict != .skipped else { throw .bisect(.untestable(name)) }
        guard verdict == expected else {
            throw .bisect(.contradicts(name, expected: expected, code: code.rawValue))
        }
        note("\(name) is \(expected.rawValue), as expected")
    }

    /// Prints a line about the progress.
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
