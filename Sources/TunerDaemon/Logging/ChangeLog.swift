import JSONCore
import LoopCore
import RPCCore
import StateCore
import SystemCore
import TunableEngine

/// Writes each commit to the log, at the level `info`: which value changed, from what to what, by whom and how.
///
/// A declaration that does not allow the stored value of its key has a line at the level `warning`. The lines at the level
/// `info` have values, and those at the level `warning` have none. A log of the level `error` has neither, and then the
/// daemon has no `ChangeLog`.
/// Values in worlds are not logged: a world is private and makes no commit.
final class ChangeLog {
    private let log: Log
    private let states: StateVersions
    private let loop: EventLoop
    private var budget = ChangeBudget()

    /// Returns nil if the log does not have the level.
    init?(_ log: Log, _ states: StateVersions, on loop: EventLoop) {
        guard log.writes(.warning) else { return nil }
        self.log = log
        self.states = states
        self.loop = loop
    }

    /// Writes the lines about a commit, as far as this second has room for them.
    ///
    /// The commit is in the committed state.
    func note(_ commit: Commit) {
        guard log.writes(.info) else { return warn(about: commit) }
        report(budget.advance(to: loop.now))
        // Without room, a commit costs no more than counting its changes.
        guard budget.room > 0 else { return skip(max(1, commit.changeCount)) }
        let secrets = states.committedSecretKeys
        let logged = LoggedCommit(commit, atMost: budget.room, isSecret: secrets.contains) { [states] key in
            states.resolved(key.text.utf8.span).resolution.origin == .limited
        }
        for line in logged.lines {
            log.event(.info, line.sentence, line.facts)
            budget.noteLine()
        }
        warn(about: commit)
    }

    /// Writes a line for each of the first keys whose new declaration does not allow the stored value.
    private func warn(about commit: Commit) {
        guard !commit.isPlain else { return }
        var lines = 0
        for case .declaration(let key, let declaration?) in commit.edits where lines < LoggedCommit.maxChanges {
            guard let stored = states.committed.tunable(key.text.utf8.span)?.local?.value,
                declaration.spec.fault(in: stored) != nil
            else { continue }
            lines += 1
            log.event(
                .warning,
                "\(key.text.shown): the declaration does not allow the stored value, which has no effect; "
                    + "see: tunerctl describe \(key.text.shown)",
                ["key": .string(key.text.shortened)]
            )
        }
    }

    /// Writes how many changes had no line, if there are any.
    func flush() { report(budget.takeSkipped()) }

    private func skip(_ count: Int) {
        // The first skipped change schedules the line about all of them.
        guard budget.skip(count), let end = budget.end else { return }
        _ = loop.schedule(at: end) { [unowned self] in flush() }
    }

    private func report(_ count: Int) {
        guard count > 0 else { return }
        budget.noteLine()
        log.event(.info, "\(count) more changes in the last second", ["more": .integer(Int64(count))])
    }
}
