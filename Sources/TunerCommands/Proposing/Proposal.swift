import ConsoleCore
import JSONCore
import OptionCore
import RPCCore
import TunerAPI

/// A world that waits for a person, who makes its values the shared ones or drops it.
struct Proposal {
    /// The length in characters from which the history cuts a summary.
    private static let longestSummary = 200

    let id: String
    let actor: ActorRecord
    /// The reason of the agent, in one line.
    let summary: String
    /// The revision of the shared state when the proposal was made.
    let revision: Int64
    private let count: String

    /// Creates the proposal of a listed world; nil for any other world.
    private init?(_ world: ListedWorld) {
        guard let proposal = world.proposal else { return nil }
        (id, actor) = (world.world, world.actor)
        summary = proposal.summary.split(whereSeparator: \.isNewline).joined(separator: " ")
        revision = proposal.revision
        count = CountText.contents(values: world.values, flags: world.flags)
    }

    /// Prints a line for each proposal.
    static func list(on connection: DaemonConnection, _ output: Output) throws(Failure) -> ExitCode {
        let response = try connection.call(API.Worlds.list)
        let proposals = response.result.worlds.compactMap(Proposal.init)
        let worlds = response.json["worlds"]?.elements?.filter { $0["proposal"] != nil } ?? []
        if proposals.isEmpty, !output.isJSON { output.note("tunerctl: no proposal waits\n") }
        return try output.print(["proposals": .array(worlds)], else: Table.text(proposals.map(\.row)))
    }

    /// Returns the proposal whose ID begins with the argument, or the only proposal without an argument.
    static func named(_ invocation: Invocation, on connection: DaemonConnection) throws(Failure) -> Proposal {
        let start = try invocation.arguments.first
        let all = try connection.call(API.Worlds.list).result.worlds.compactMap(Proposal.init)
        let found = start.map { start in all.filter { $0.id.hasPrefix(start) } } ?? all
        if let only = found.first, found.count == 1 { return only }
        guard !found.isEmpty else { throw .refused(noProposal(start, isAnyThere: !all.isEmpty)) }
        let names = found.map { $0.id.shownWhole }.joined(separator: ", ")
        throw .usage(invocation.error(.text("name one of the proposals: \(names)")))
    }

    private static func noProposal(_ start: String?, isAnyThere: Bool) -> RemoteError {
        let kind = ErrorKind.unknownWorld
        let which = start.map { " \($0.shown)" } ?? ""
        let advice = isAnyThere ? "; tunerctl accept --list prints those that wait" : ""
        return RemoteError(
            code: Int64(kind.code),
            message: "no proposal\(which) waits\(advice)",
            data: ["kind": .string(kind.rawValue)]
        )
    }

    /// Returns what the proposal would change, and what has changed since it was made.
    func changes(on connection: DaemonConnection) throws(Failure) -> ProposedChanges {
        let result = try differences(on: connection)
        var changed: [String] = []
        for change in result.changes + (result.stored ?? []) {
            if try sharedRevision(of: change.key, on: connection) > revision { changed.append(change.key) }
        }
        return ProposedChanges(proposal: self, result: result, changedSince: changed)
    }

    /// Returns the revision that last changed the shared value of a key; 0 for a key that only the proposal has.
    private func sharedRevision(of key: String, on connection: DaemonConnection) throws(Failure) -> Int64 {
        var parameters = KeyParameters()
        parameters.key = key
        do throws(Failure) {
            return try connection.call(API.Tunables.describe, parameters).result.revision
        } catch .refused(let error) where error.kind == ErrorKind.unknownKey.rawValue {
            return 0
        }
    }

    /// Returns all pages of the differences, with the revision of the first page.
    private func differences(on connection: DaemonConnection) throws(Failure) -> DiffResult {
        var parameters = DiffParameters()
        parameters.world = id
        var whole = try call(API.Worlds.diff, parameters, connection).result
        parameters.after = whole.next
        while parameters.after != nil {
            let page = try call(API.Worlds.diff, parameters, connection).result
            whole.changes += page.changes
            whole.stored = (whole.stored ?? []) + (page.stored ?? [])
            whole.overrides = (whole.overrides ?? []) + (page.overrides ?? [])
            parameters.after = page.next
        }
        (whole.more, whole.next) = (nil, nil)
        return whole
    }

    /// Makes the values of the proposal the shared ones, in one commit that names the agent, and ends the proposal.
    ///
    /// Returns nil if shared values have changed since the changes were read.
    func merge(
        _ changes: ProposedChanges,
        on connection: DaemonConnection
    ) throws(Failure) -> Response<ChangesResult>? {
        var greeting = HelloParameters()
        greeting.client = "\(actor.client): \(shortSummary)"
        if connection.reveals { greeting.reveals = true }
        _ = try connection.call(API.Session.hello, greeting)
        var parameters = MergeParameters()
        (parameters.world, parameters.ifRevision) = (id, changes.result.revision)
        do throws(Failure) {
            return try call(API.Worlds.merge, parameters, connection)
        } catch .refused(let error) where error.kind == ErrorKind.conflict.rawValue {
            return nil
        }
    }

    /// Ends the proposal.
    func drop(on connection: DaemonConnection) throws(Failure) {
        var parameters = NamedWorldParameters()
        parameters.world = id
        _ = try call(API.Worlds.drop, parameters, connection)
    }

    /// Calls a method for the proposal; if the proposal has ended since it was listed, the failure says so.
    private func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters,
        _ connection: DaemonConnection
    ) throws(Failure) -> Response<Result> {
        do throws(Failure) {
            return try connection.call(method, parameters)
        } catch .refused(let error) where error.kind == ErrorKind.unknownWorld.rawValue {
            let message = "the proposal \(id.shownWhole) was accepted, rejected or replaced in the meantime"
            throw .refused(RemoteError(code: error.code, message: message, data: error.data))
        }
    }

    /// The agent and its reason, in one line.
    var headline: String { "\(agent) proposes \(id.shownWhole): \(summary.shownWhole)\n" }

    private var row: [String] { [id.shownWhole, count, agent, summary.shownWhole] }

    private var agent: String { "\(actor.client.shownWhole)[\(actor.pid)]" }

    private var shortSummary: String {
        summary.count > Proposal.longestSummary ? "\(summary.prefix(Proposal.longestSummary))..." : summary
    }
}
