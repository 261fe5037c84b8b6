import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

/// A wait for the programs that subscribe to some keys.
///
/// Create the wait before the change: it then also lists a program that exits because of the change.
final class AppliedWait {
    /// How many programs a note names.
    private static let mostNames = 8

    private let connection: DaemonConnection
    private let keys: [String]
    private let limit: Duration
    private let output: Output
    /// Whether each outcome is printed at once.
    private var printsOutcomes: Bool
    private let subscription: String
    /// The last record of each program that has no outcome yet.
    private var open: [SubscriberRecord]
    /// The programs that nobody waits for.
    private let others: [SubscriberRecord]
    /// The programs without a connection at the last look.
    private var disconnected: Set<SubscribedProgram> = []
    private var outcomes: [AppliedOutcome] = []

    init(_ keys: [String], within limit: Duration, on connection: DaemonConnection, _ output: Output) throws(Failure) {
        (self.connection, self.keys, self.limit, self.output) = (connection, keys, limit, output)
        printsOutcomes = !output.isJSON
        var parameters = ServerSubscribeParameters()
        parameters.includesApplied = true
        subscription = try connection.call(API.Server.subscribe, parameters).result.subscription
        let subscribers = try connection.subscribers(of: keys)
        var known: Set<SubscribedProgram> = []
        let programs = subscribers.filter { known.insert(SubscribedProgram($0)).inserted }
        open = programs.compactMap { SubscribedProgram($0).decisive(in: subscribers) }
        let awaited = Set(open.map { SubscribedProgram($0) })
        others = programs.filter { !awaited.contains(SubscribedProgram($0)) }
    }

    /// Waits for the outcome of each program, and prints each at once, or all in the response with `--json`.
    ///
    /// With `isHidden`, no program receives the value, because another one is in effect.
    func run(after response: JSON, revision: Int64, isHidden: Bool = false) throws(Failure) -> ExitCode {
        guard !isHidden else {
            output.note("tunerctl: no program receives the value, so tunerctl has not waited\n")
            open = []
            try printResponse(response)
            return .done
        }
        do throws(Failure) {
            try wait(for: revision)
        } catch .disconnected(let socket) {
            for program in open { outcomes.append(AppliedOutcome(program, .late(limit))) }
            try printResponse(response)
            // Another error than the loss of the connection: a shell must not set the value again.
            throw .disconnectedAfterChange(socket)
        }
        try printResponse(response)
        printNotes()
        noteReplacement(after: revision)
        return outcomes.map(\.exitCode).max { $0.rank < $1.rank } ?? .done
    }

    /// Waits for the outcome of each program without printing it.
    ///
    /// Returns a sentence about each program that does not use the values, or one if no program reports.
    func faults(of revision: Int64) throws(Failure) -> [String] {
        printsOutcomes = false
        let isAwaited = !open.isEmpty
        try wait(for: revision)
        guard isAwaited else { return ["no program reports that it uses \(names)"] }
        return outcomes.filter { $0.exitCode != .done }.map(\.line)
    }

    private var names: String { keys.map(\.shownWhole).joined(separator: " or ") }

    private func wait(for revision: Int64) throws(Failure) {
        let start = Kernel.monotonicTime()
        let deadline = start + limit
        let ownLimit = connection.limit
        defer { connection.limit = ownLimit }
        while !open.isEmpty {
            let left = deadline - Kernel.monotonicTime()
            guard let present = try subscribers(through: revision, within: max(left, .milliseconds(100))) else { break }
            let elapsed = Kernel.monotonicTime() - start
            try settle(present, revision, elapsed)
            guard !open.isEmpty, elapsed < limit else { break }
            // The kernel closes the sockets of a process before the process has ended.
            let pause = disconnected.isEmpty ? left : .milliseconds(50)
            _ = try connection.waitForNotification(until: min(deadline, Kernel.monotonicTime() + pause))
        }
        for program in open {
            try add(AppliedOutcome(program, disconnected.contains(SubscribedProgram(program)) ? .gone : .late(limit)))
        }
        open = []
        var parameters = UnsubscribeParameters()
        parameters.subscription = subscription
        _ = try? connection.call(API.Server.unsubscribe, parameters)
    }

    /// Returns the subscriptions, or nil if the daemon does not respond in time.
    private func subscribers(through revision: Int64, within left: Duration) throws(Failure) -> [SubscriberRecord]? {
        connection.limit = left
        do throws(Failure) {
            return try connection.subscribers(of: keys, through: revision)
        } catch .timedOut {
            output.note("tunerctl: the daemon has acknowledged the change, but does not respond now\n")
            return nil
        }
    }

    /// Adds the outcomes of the programs that have one now.
    private func settle(_ present: [SubscriberRecord], _ revision: Int64, _ elapsed: Duration) throws(Failure) {
        var waiting: [SubscriberRecord] = []
        disconnected = []
        for program in open {
            guard let record = SubscribedProgram(program).decisive(in: present) else {
                // A program that still runs may connect again.
                if try isRunning(program) {
                    waiting.append(program)
                    disconnected.insert(SubscribedProgram(program))
                } else {
                    try add(AppliedOutcome(program, .gone))
                }
                continue
            }
            switch record.state {
            case .refused: try add(AppliedOutcome(record, .refused))
            case .waiting: waiting.append(record)
            case .applied, .unknown:
                let delay = record.applied == revision ? record.took : nil
                try add(AppliedOutcome(record, .applied(milliseconds: delay ?? elapsed / .milliseconds(1))))
            }
        }
        open = waiting
    }

    private func isRunning(_ program: SubscriberRecord) throws(Failure) -> Bool {
        guard let process = RunningProcess(Int32(clamping: program.pid)) else { return false }
        return try !process.waitForEnd(within: .zero)
    }

    private func add(_ outcome: AppliedOutcome) throws(Failure) {
        outcomes.append(outcome)
        if printsOutcomes { try output.print("\(outcome.line)\n") }
    }

    private func printResponse(_ response: JSON) throws(Failure) {
        guard output.isJSON, case .object(var object) = response else { return }
        object["programs"] = .array((outcomes + others.map { AppliedOutcome($0, .ignored) }).map(\.json))
        try output.print(json: .object(object))
    }

    private func printNotes() {
        if outcomes.isEmpty, others.isEmpty {
            output.note("tunerctl: no program subscribes to \(names), so tunerctl has not waited\n")
        }
        note(others.filter { $0.world == nil }, "not report")
        note(others.filter { $0.world != nil }, "not use the shared values, but those of a world")
    }

    /// Prints a note about the programs that were not waited for.
    private func note(_ programs: [SubscriberRecord], _ reason: String) {
        guard !programs.isEmpty else { return }
        var names = programs.prefix(AppliedWait.mostNames).map { AppliedText.name(of: $0) }
        if programs.count > names.count { names.append("\(programs.count - names.count) more") }
        let does = programs.count == 1 ? "does" : "do"
        let list = names.joined(separator: ", ")
        output.note("tunerctl: \(list) \(does) \(reason), so tunerctl has not waited for \(pronoun(programs))\n")
    }

    private func pronoun(_ programs: [SubscriberRecord]) -> String { programs.count == 1 ? "it" : "them" }

    /// Prints a note if a key has changed again, because the reports can then be about the newer value.
    private func noteReplacement(after revision: Int64) {
        guard keys.count <= AppliedWait.mostNames else { return }
        for key in keys {
            let described = try? connection.call(plainly: API.Tunables.describe, ["key": .string(key)])
            guard case .integer(let newest)? = described?["revision"], newest > revision else { continue }
            output.note(
                "tunerctl: \(key.shownWhole) has changed again in revision \(newest); "
                    + "the reports can be about that value\n"
            )
        }
    }
}

extension ExitCode {
    /// The order in which the exit codes of several programs count.
    fileprivate var rank: Int { self == .refused ? 2 : self == .timedOut ? 1 : 0 }
}
