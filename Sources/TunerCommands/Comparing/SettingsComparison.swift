import SearchEngine
import SystemCore

/// The measurement of two settings, in rounds.
struct SettingsComparison {
    let options: CompareOptions
    let a: ComparedSetting
    let b: ComparedSetting
    let loop: MeasurementLoop
    let progress: ProgressLine
    let job: JobReporter

    /// Measures both settings in each round, in random order: what changes with time then affects both equally.
    func run() throws(Failure) -> ComparisonResult {
        var random = SeededRandom(seed: options.seed)
        var rounds: [MeasuredRound] = []
        defer {
            progress.remove()
            if let pid = options.pid { a.moveBack(pid) }
        }
        while rounds.count < options.rounds {
            let isAFirst = random.index(below: 2) == 0
            let first = try measure(isAFirst ? a : b, after: rounds)
            let second = try measure(isAFirst ? b : a, after: rounds)
            rounds.append(
                MeasuredRound(isAFirst: isAFirst, a: isAFirst ? first : second, b: isAFirst ? second : first)
            )
            job.report(rounds, (a.file, b.file))
        }
        let result = ComparisonResult(rounds, seed: options.seed)
        job.end(result)
        return result
    }

    private func measure(_ setting: ComparedSetting, after rounds: [MeasuredRound]) throws(Failure) -> Double {
        let round = "round \(rounds.count + 1) of \(options.rounds)"
        let last = rounds.last.map { ", last: A \(MeasureText.value($0.a)), B \(MeasureText.value($0.b))" } ?? ""
        progress.show("\(round): \(setting.letter)\(last)")
        if let pid = options.pid { try setting.move(pid) }
        let number = try loop.measure(in: setting.world, as: "\(round), \(setting.name)")
        try setting.check()
        return number
    }
}
