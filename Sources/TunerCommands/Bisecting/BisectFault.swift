import ConsoleCore

/// The reason for which a search has no result.
enum BisectFault: Error, Equatable {
    /// A state that must be good is bad, or the other way round.
    case contradicts(String, expected: StepVerdict, code: Int32)
    /// The command cannot test a state that must be good or bad.
    case untestable(String)
    /// No commit between two revisions changes a value.
    case noCommits(older: Int64, newer: Int64)
    /// No key differs between the good and the bad setting.
    case noKeys
    /// The exit code of the command ends the search.
    case aborted(ExitCode)

    /// A sentence for people.
    var description: String {
        switch self {
        case .contradicts(let name, let expected, let code):
            "\(name) must be \(expected.rawValue), but the command has ended with exit code \(code) there"
        case .untestable(let name): "the command has skipped \(name) (exit code 125), which must be tested"
        case .noCommits(let older, let newer):
            "no commit after revision \(older) and up to \(newer) changes a value or an override of a flag"
        case .noKeys: "the good and the bad setting have the same values"
        case .aborted(let code):
            "the command has ended with exit code \(code.rawValue), which ends the search; \(BisectFault.codes)"
        }
    }

    var exitCode: ExitCode {
        if case .aborted(let code) = self { code } else { .refused }
    }

    private static let codes = "0 is good, 125 skips, and 1 to 124, 126 and 127 are bad"
}
