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
        "Show what an agent proposes, ask, and make its values the shared ones.",
        "[ID]",
        details: """
            An agent changes private values, and proposes them (worlds.propose). ID is the ID of a proposal, or its beginning.
            Without ID, accept the only one.

            All changes are one commit. Its client in the history is the agent, with the summary of the proposal. To undo
            the commit, type: tunerctl undo --everyone. Without a terminal, accept needs --yes.

            A proposal is in the memory of the daemon. It waits until tunerctl accept or tunerctl reject, or until the daemon
            ends.
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
        let changes = try proposal.changes(on: connection)
        if !options.isSure {
            Output.writeError(changes.text)
            guard try Confirmation.isGiven("Make these values the shared ones? [y/N] ") else { return .done }
        }
        let merged = try proposal.merge(on: connection)
        try proposal.drop(on: connection)
        try output.print(merged)
        output.note("tunerctl: accepted; to undo this: tunerctl undo --everyone\n")
        return .done
    }

    static let reject = Command(
        "reject",
        "End a proposal of an agent, and change nothing.",
        "[ID]",
        details: """
            ID is the ID of a proposal, or its beginning; tunerctl accept --list prints them. Without ID, reject the only
            one.
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
