import ConsoleCore
import JSONCore
import TunerAPI

/// The search for the smallest set of keys whose bad values make a command fail.
final class KeyBisection {
    private let runner: BisectRunner
    private let good: KeySetting
    private let keys: [DifferingKey]
    private let mostRuns: Int
    private var search: DeltaDebugging
    /// The keys whose values the result hides.
    private let secrets: Set<String>
    private var skipped = 0

    init(
        good: GivenSetting,
        bad: GivenSetting,
        mostRuns: Int,
        _ runner: BisectRunner,
        _ connection: DaemonConnection
    ) throws(Failure) {
        let reader = try GivenSettingReader(connection) { runner.noteOnce($0) }
        secrets = reader.secrets
        let (good, bad) = (try reader.setting(good), try reader.setting(bad))
        keys = DifferingKey.all(good: good, bad: bad, present: reader.present)
        self.good = good.completed(by: keys)
        guard !keys.isEmpty else { throw .bisect(.noKeys) }
        (self.runner, self.mostRuns) = (runner, mostRuns)
        search = DeltaDebugging(count: keys.count)
    }

    /// Runs the command until no key can be left out, or until there were too many runs.
    func run() throws(Failure) -> KeyBisectionResult {
        runner.note("\(CountText.of(keys.count, "differing key")); at most \(CountText.of(mostRuns, "run"))")
        try runner.check(setting([]), "the good setting", is: .good, left: nil)
        try runner.check(setting(Array(keys.indices)), "the bad setting", is: .bad, left: nil)
        var next = search.next()
        while let subset = next, runner.runs < mostRuns {
            let verdict = try runner.run(setting(subset)).verdict
            search.record(isBad: verdict == .bad)
            if verdict == .skipped { skipped += 1 }
            let size = CountText.of(subset.count, "bad value")
            runner.note(
                "run \(runner.runs), with \(size): \(verdict.rawValue); \(search.smallest.count) left",
                left: nil
            )
            next = search.next()
        }
        return KeyBisectionResult(
            keys: search.smallest.map { secrets.contains(keys[$0].name) ? keys[$0].hidingValues : keys[$0] },
            differing: keys.count,
            isSmallest: next == nil,
            skipped: skipped,
            runs: runner.runs
        )
    }

    /// Returns the good setting with the bad values of some keys.
    private func setting(_ subset: [Int]) -> WorldSetting {
        let setting = good.replacing(subset.lazy.map { [keys] in keys[$0] })
        var world = WorldSetting { [runner] in runner.noteOnce($0) }
        for (key, value) in setting.values.sorted(by: { $0.key < $1.key }) { world.values[key] = value }
        world.overrides = setting.overrides
        return world
    }
}

@available(*, unavailable)
extension KeyBisection: Sendable {}
