import OptionCore
import SystemCore

/// The options of `tunerctl optimize`.
struct OptimizeOptions: SearchSettings {
    var search = SearchOptions()
    var minimize: RawText?
    var maximize: RawText?
    var guardCommand: RawText?
    var budget = 40
    var repeats = 4
    /// The limit of each command; nil without a limit.
    var limit: Duration?
    var isLive = false
    /// How far a number may be from its present value in a search on the shared values, in percent of the range.
    var maxStep = 10.0
    private var hasMaxStep = false
    /// The longest time to wait before each measurement until the programs have applied the values; nil to not wait.
    var appliedWithin: Duration?
    var file: String?
    var preset: String?
    var applies = false
    /// Whether the values are applied without a question.
    var isSure = false

    static var all: [Option<OptimizeOptions>] {
        [
            .path("--minimize", "COMMAND", "search values for which COMMAND prints a low number") {
                $0.minimize = RawText(path: $1)
            },
            .path("--maximize", "COMMAND", "search values for which COMMAND prints a high number") {
                $0.maximize = RawText(path: $1)
            },
            .path("--guard", "COMMAND", "refuse values for which COMMAND fails") {
                $0.guardCommand = RawText(path: $1)
            },
            .whole("--budget", "N", from: 2, "measure at most N times") { $0.budget = Int(clamping: $1) }
                .withDefault("40"),
            .whole("--repeat", "N", from: 1, "measure the same values at most N times in the search") {
                $0.repeats = Int(clamping: $1)
            }.withDefault("4"),
            .duration("--limit", "end a command that runs longer than TIME, as failed", most: 86_400) {
                $0.limit = .seconds($1)
            },
            Option("--live", "change the shared values, each time for one measurement") { $0.isLive = true },
            .parsed(
                "--max-step",
                "PERCENT",
                "a percentage above 0 and at most 100",
                "with --live, stay within PERCENT of the range around the present value",
                { Double($0).flatMap { $0 > 0 && $0 <= 100 ? $0 : nil } },
                { ($0.maxStep, $0.hasMaxStep) = ($1, true) }
            ).withDefault("10"),
            .duration("--wait-applied", "with --live, wait at most TIME until the programs use the values") {
                $0.appliedWithin = .seconds($1)
            },
            .path("--file", "FILE", "append each measurement to FILE, and continue the search in FILE") {
                $0.file = $1
            },
            .text("--save", "NAME", "save the best values as the preset NAME") { $0.preset = $1 },
            Option("--apply", "ask whether to set the best values") { $0.applies = true },
            Option("--yes", "set the best values without a question, with --apply") { $0.isSure = true },
        ] + Option.searchOptions
    }

    /// Throws if options are given that have no effect together.
    func checkCombination(_ invocation: Invocation) throws(Failure) {
        if !isLive, hasMaxStep { throw .usage(invocation.error(.text("--max-step has no effect without --live"))) }
        guard isLive else {
            guard appliedWithin == nil else {
                throw .usage(invocation.error(.text("--wait-applied has no effect without --live")))
            }
            return
        }
        if search.jobs > 1 {
            throw .usage(invocation.error(.text("--live has only one set of shared values, so --jobs is not possible")))
        }
        if file != nil {
            throw .usage(invocation.error(.text("--file is not possible with --live: the shared values can change")))
        }
    }

    /// The metric command and its direction; throws unless there is exactly one.
    func goal(_ invocation: Invocation) throws(Failure) -> (metric: RawText, goal: SearchGoal) {
        switch (minimize, maximize) {
        case (let metric?, nil): return (metric, .minimize)
        case (nil, let metric?): return (metric, .maximize)
        case (nil, nil): throw .usage(invocation.error(.missingArgument("--minimize COMMAND or --maximize COMMAND")))
        default: throw .usage(invocation.error(.text("use only one of --minimize and --maximize")))
        }
    }
}
