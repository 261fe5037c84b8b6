import OptionCore
import TunerAPI

/// The options of the commands that set values.
struct ValueOptions {
    static var all: [Option<ValueOptions>] {
        [
            .string(\.areStrings), .clamp(\.parameters.clamps), .dryRun(\.parameters.isDryRun),
            .ifRevision(\.parameters.ifRevision), .duration(\.parameters.duration),
            Option("--no-create", "fail if the key does not exist") { $0.parameters.creates = false },
            .duration("--wait-applied", "wait at most TIME until the programs report that they use the values") {
                $0.appliedWithin = .seconds($1)
            },
        ]
    }

    var areStrings = false
    /// The longest time to wait until the programs have applied the values; nil to wait for no program.
    var appliedWithin: Duration?
    /// The parameters of the request, without the values.
    var parameters = UpdateParameters()

    /// Returns the wait for the programs that subscribe to some keys; nil without the option.
    func appliedWait(
        _ keys: [String],
        _ connection: DaemonConnection,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) -> AppliedWait? {
        guard let appliedWithin else { return nil }
        if parameters.isDryRun { throw .usage(invocation.error(.text(ValueOptions.dryRunChangesNothing))) }
        if connection.isInWorld { throw .usage(invocation.error(.text(ValueOptions.worldHasNoRevisions))) }
        return try AppliedWait(keys, within: appliedWithin, on: connection, output)
    }

    private static let dryRunChangesNothing =
        "--wait-applied does not work with --dry-run, because no program receives the change"
    private static let worldHasNoRevisions =
        "--wait-applied does not work in a world, because a change there has no revision"
}
