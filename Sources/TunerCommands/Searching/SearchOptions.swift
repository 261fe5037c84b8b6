import OptionCore
import SystemCore

/// The options that sweep and optimize share.
struct SearchOptions {
    /// More would need more open files than a process may have.
    static let mostJobs = 64

    var settle = Duration.zero
    var jobs = 1
    var ranges: [KeyRange] = []
    /// The keys with a logarithmic scale.
    var logarithmic: [String] = []
    /// The seed; short, because people copy it.
    var seed: UInt64?

    /// Returns the seed, which is chosen if the command line has none.
    var chosenSeed: UInt64 { seed ?? UInt64.random(in: 0..<1_000_000) }
}

/// The settings of a command with the options of ``SearchOptions``.
protocol SearchSettings: SendableMetatype {
    var search: SearchOptions { get set }
}

extension Option where Settings: SearchSettings {
    static var searchOptions: [Option] {
        [
            .duration("--settle", "wait TIME before each measurement", most: 86_400) {
                $0.search.settle = .seconds($1)
            },
            .parsed(
                "--jobs",
                "N",
                "a whole number from 1 to \(SearchOptions.mostJobs)",
                "measure in N worlds at the same time",
                { Int($0).flatMap { 1...SearchOptions.mostJobs ~= $0 ? $0 : nil } },
                { $0.search.jobs = $1 }
            ).withDefault("1"),
            .parsed("--range", "KEY=LOW..HIGH", KeyRange.expectation, "give or narrow the range", KeyRange.init) {
                $0.search.ranges.append($1)
            },
            .text("--log", "KEY", "give KEY a logarithmic scale; may be repeated") {
                $0.search.logarithmic.append($1)
            },
            .whole("--seed", "N", from: 0, "use the random seed N; without it, a seed is chosen and printed") {
                $0.search.seed = UInt64($1)
            },
        ]
    }
}

/// The arguments of a command that measures keys: patterns, and a program after `--`.
struct SearchArguments {
    let patterns: [String]
    let program: [RawText]

    init(_ invocation: Invocation, for command: String) throws(Failure) {
        let mark = invocation.argumentsBeforeMark ?? invocation.words.count
        guard mark > 0 else { throw .usage(UsageError(.missingArgument("PATTERN"), command: command)) }
        var patterns: [String] = []
        for word in invocation.words[..<mark] { patterns.append(try invocation.text(word)) }
        self.patterns = patterns
        program = Array(invocation.words[mark...])
    }
}
