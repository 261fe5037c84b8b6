import OptionCore
import SystemCore
import TunerAPI

/// The options of `tunerctl bisect`.
struct BisectOptions {
    var good: RawText?
    var bad: RawText?
    var searchesKeys = false
    var runs: Int64?

    static let usualRuns: Int64 = 1_000

    static var all: [Option<BisectOptions>] {
        [
            .path("--good", "REVISION", "the command succeeds at REVISION") { $0.good = RawText(path: $1) },
            .path("--bad", "REVISION", "the command fails at REVISION; by default with the present values") {
                $0.bad = RawText(path: $1)
            },
            Option("--keys", "find the keys whose values make the command fail") { $0.searchesKeys = true },
            .whole("--runs", "N", from: 3, "with --keys, run the command at most N times") { $0.runs = $1 }
                .withDefault("\(usualRuns)"),
        ]
    }

    /// Runs the search for a commit or for keys.
    func run(_ program: [RawText], _ invocation: Invocation, _ output: Output) throws(Failure) -> ExitCode {
        guard let good else { throw .usage(invocation.error(.missingArgument("--good REVISION"))) }
        guard searchesKeys || runs == nil else {
            throw .usage(invocation.error(.option(.needs(option: "--runs", other: "--keys"))))
        }
        let connection = try invocation.connect()
        let job = JobReporter(.bisect, program.map(\.path).joined(separator: " "), on: connection)
        let runner = BisectRunner(program, invocation, job, output)
        if let sentence = try KillSwitchNote.sentence(connection) { runner.note(sentence) }
        guard searchesKeys else {
            let bad = try bad.map { (word) throws(Failure) in try revision(word, "--bad", invocation) }
            let good = try revision(good, "--good", invocation)
            let bisection = try RevisionBisection(good: good, bad: bad, runner, connection)
            let result = try job.follow(bisection.run)
            job.end(result.exitCode == .done ? .found : .none, result.sentence) { $0.done = Int64(result.runs) }
            try output.print(result.json, else: result.text)
            return result.exitCode
        }
        let bisection = try KeyBisection(
            good: GivenSetting(good.path),
            bad: bad.map { GivenSetting($0.path) } ?? .present,
            mostRuns: Int(clamping: runs ?? BisectOptions.usualRuns),
            runner,
            connection
        )
        let result = try job.follow(bisection.run)
        job.end(result.isSmallest ? .found : .none, result.jobSentence) { $0.done = Int64(result.runs) }
        try output.print(result.json, else: result.text(output))
        return result.exitCode
    }

    private func revision(_ word: RawText, _ name: String, _ invocation: Invocation) throws(Failure) -> PastRevision {
        try PastRevision(try invocation.text(word), as: name, invocation)
    }
}
