import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

/// A replay in the shared state, in a world, or beside a program in a world.
struct ReplayRun {
    private enum Token: UInt64 {
        case signals
    }

    let recording: Recording
    let options: ReplayOptions
    let invocation: Invocation
    let output: Output

    /// Replays in the shared state.
    func runShared() throws(Failure) -> ExitCode {
        let connection = try invocation.connect()
        try noteKillSwitch(connection)
        return try finish(replay { (body) throws(Failure) in try body(connection) })
    }

    /// Replays in a new world, whose ID is printed.
    func runInWorld() throws(Failure) -> ExitCode {
        let world = try makeWorld()
        try output.print("\(world.name)\n")
        return try finish(replay(in: world))
    }

    /// Replays in a new world, beside a program in this world; returns the exit code of the program.
    func run(beside program: [RawText]) throws(Failure) -> ExitCode {
        let world = try makeWorld()
        let replay = replay(in: world)
        let code = try AccompaniedProgram.run(program, in: world, beside: replay)
        if let code = try failureCode(replay) { return code }
        if replay.deadline != nil { noteProgress(replay) }
        return code == .done && replay.refused > 0 ? .refused : code
    }

    private func replay(_ calls: @escaping Replay.Calls) -> Replay {
        Replay(recording, options, note: { Output.writeError($0) }, calls: calls)
    }

    private func replay(in world: HeldWorld) -> Replay {
        replay { (body) throws(Failure) in
            world.check()
            // A world that was created again has lost the commits.
            guard !world.hasBeenLost, try world.use(body) else { throw .disconnected(world.daemon.socket) }
        }
    }

    /// Creates a world with the values and the overrides at the start of the recording.
    private func makeWorld() throws(Failure) -> HeldWorld {
        let connection = try invocation.connect()
        try noteKillSwitch(connection)
        let present = try connection.call(API.Tunables.getAll).result.values
        var setting = WorldSetting { [output] in output.note("tunerctl: \($0)\n") }
        let values = Dictionary(present.entries.map { ($0.name, $0.value) }) { $1 }
        for member in recording.start.values.members where values[member.name] != member.value {
            setting.values[member.name] = member.value
        }
        let overrides = try RecordedOverrides.all(on: connection)
        setting.overrides = recording.start.overrides.filter { overrides[$0.key] != $0.value }
        return try HeldWorld(setting, invocation)
    }

    private func noteKillSwitch(_ connection: DaemonConnection) throws(Failure) {
        if let sentence = try KillSwitchNote.sentence(connection) { output.note("tunerctl: \(sentence)\n") }
    }

    /// Makes all commits, until a signal ends the replay between two of them.
    private func finish(_ replay: Replay) throws(Failure) -> ExitCode {
        let source = try Failure.system { () throws(SystemError) in
            try SignalSource([.hangup, .interrupt, .terminate])
        }
        while let deadline = replay.deadline {
            let signal = try Failure.system { () throws(SystemError) in
                let poller = try Poller(.poll)
                try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
                var events: [PollerEvent] = []
                try poller.wait(.until(deadline, from: Kernel.monotonicTime()), into: &events)
                return try source.next()
            }
            if let signal {
                noteProgress(replay)
                throw .interrupted(signal)
            }
            replay.advance()
        }
        if let code = try failureCode(replay) { return code }
        noteProgress(replay)
        return replay.refused > 0 ? .refused : .done
    }

    /// Returns the exit code if a refusal has ended the replay, whose message was printed with its line; throws another
    /// failure.
    private func failureCode(_ replay: Replay) throws(Failure) -> ExitCode? {
        guard let failure = replay.failure else { return nil }
        if case .refused = failure { return .refused }
        throw failure
    }

    private func noteProgress(_ replay: Replay) {
        output.note("tunerctl: \(replay.made) of \(CountText.of(recording.commits.count, "commit")) made\n")
    }
}
