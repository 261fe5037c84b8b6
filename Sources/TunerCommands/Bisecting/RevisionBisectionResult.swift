import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

/// The first commit with another verdict, or the commits one of which is the first.
struct RevisionBisectionResult {
    /// The verdict of the first commit.
    let wanted: StepVerdict
    /// The commits, the oldest first; several if all but the last of them were skipped.
    let commits: [CommitRecord]
    let skipped: [Int64]
    let runs: Int

    private var isFound: Bool { commits.count == 1 }

    var exitCode: ExitCode { isFound ? .done : .refused }

    /// The result for people: the commits as in the history.
    var text: String {
        let first =
            isFound
            ? "\(sentence) (\(CountText.of(runs, "run")))"
            : "one of these revisions is the first \(wanted.rawValue) one; all but the last were skipped"
        return "\(first):\n\(commits.map(CommitText.lines).joined())"
    }

    /// The result in one sentence, without the values of the commits.
    var sentence: String {
        let numbers = commits.map { "\($0.revision)" }
        return isFound
            ? "revision \(commits[0].revision) is the first \(wanted.rawValue) one"
            : "the first \(wanted.rawValue) revision is \(ListText.of(numbers, last: "or"))"
    }

    var json: JSON {
        [
            "outcome": isFound ? "found" : "undecided",
            "first": .string(wanted.rawValue),
            "commits": .array(commits.map { JSON($0) }),
            "skipped": .array(skipped.map { .integer($0) }),
            "runs": .integer(Int64(runs)),
        ]
    }
}
