import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

private struct AcceptOptions {
    var lists = false
    var isSure = false
}

extension Command {
    static let accept = Command(
        "accept",
        "Show the proposal of an agent, ask, and apply its values for all programs.",
        "[ID]",
        details: """
            An agent of tunerctl mcp changes values in a private world, and proposes them. ID is the ID of a proposal, or the
            beginning of the ID. Without ID, accept the only proposal; with several, the command fails.

            All changes are one commit. Its client in the history is "agent NAME: SUMMARY". To undo the commit, type:
            tunerctl undo --everyone. Without a terminal, accept needs --yes. If shared values of the proposal change during
            the question, accept shows the new differences and asks again. After n, the exit code is 1.

            The daemon keeps a proposal in memory until you accept or reject it, or until the daemon stops.
            """,
        settings: AcceptOptions(),
        options: [
            Option("--list", "list the proposals, and change nothing") { $0.lists = true },
            Option("--yes", "do not ask") { $0.isSure = true }.short("-y"),
        ],
        examples: ["tunerctl accept --list", "tunerctl accept 0f3k"]
    ) { (invocation, options, output) throws(Failure) in
        let connection = try invocation.connect()
        if options.lists { return try Proposal.list(on: connection, output) }
        guard !connection.isInWorld else { throw .onlyShared }
        try Confirmation.check(unless: options.isSure, invocation)
        let proposal = try Proposal.named(invocation, on: connection)
        guard let merged = try accepted(proposal, asks: !options.isSure, connection, output) else { return .refused }
        try output.print(merged)
        output.note("tunerctl: accepted; to undo this: tunerctl undo --everyone\n")
        return .done
    }

    /// Shows the changes, asks and merges the proposal, again while shared values change in between; nil after a no.
    private static func accepted(
        _ proposal: Proposal,
        asks: Bool,
        _ connection: DaemonConnection,
        _ output: Output
    ) throws(Failure) -> Response<ChangesResult>? {
        while true {
            let changes = try proposal.changes(on: connection)
            Output.writeError(changes.text)
            if asks, try !Confirmation.isGiven(changes.question) {
                output.note("tunerctl: nothing changed; the proposal stays\n")
                return nil
            }
            if let merged = try proposal.merge(changes, on: connection) { return merged }
            output.note("tunerctl: nothing changed yet: shared values have changed in the meantime\n")
        }
    }

    static let reject = Command(
        "reject",
        "Discard a proposal of an agent. No value changes.",
        "[ID]",
        details: """
            ID is the ID of a proposal, or the beginning of the ID; tunerctl accept --list prints the IDs. Without ID, reject
            the only proposal. The command does not ask, and a rejected proposal does not come back.
            """,
        examples: ["tunerctl reject 0f3k"]
    ) { (invocation, output) throws(Failure) in
        let connection = try invocation.connect()
        let proposal = try Proposal.named(invocation, on: connection)
        try proposal.drop(on: connection)
        output.note("tunerctl: rejected \(proposal.id.shownWhole) of \(proposal.actor.client.shownWhole)\n")
        return .done
    }
}
