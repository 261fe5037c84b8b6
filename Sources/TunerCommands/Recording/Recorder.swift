import ConsoleCore
import JSONCore
import SystemCore
import TunerAPI

/// Writes each commit of the shared values and of the overrides of flags to a file until a signal or a time.
///
/// A notification only says that there are commits. The recorder reads them from the history, which has each of them
/// with its time, even if the daemon has merged notifications.
final class Recorder {
    private enum Token: UInt64 {
        case signals
        case daemon
    }

    private let watcher: SubjectWatcher
    private let subject = RecordedSubject()
    private let source: SignalSource
    private let output: Output
    /// Whether a note has said that secret keys are left out.
    private var hasNotedSecrets = false
    /// Whether a note has said that a definition of a flag is left out.
    private var hasNotedDefinitions = false
    /// The overrides of flags after the last line.
    private var overrides: [String: FlagOverride] = [:]
    private var history = CommitHistory([])
    private var start = WallTime(seconds: 0)
    private var file: RecordingFile?
    /// The changes of notifications whose commits are not written yet.
    private var unwritten: [WatchedChange] = []
    /// The number of lines with a commit.
    private(set) var commits = 0
    /// Whether changes are missing, or the changes of several commits are in one line.
    private(set) var lacksChanges = false

    init(_ invocation: Invocation, _ output: Output) throws(Failure) {
        self.output = output
        source = try Failure.system { () throws(SystemError) in try SignalSource([.hangup, .interrupt, .terminate]) }
        let daemon = try DaemonEndpoint(invocation.global)
        watcher = SubjectWatcher(daemon, invocation.global, subject)
    }

    /// Records until a signal arrives or the time is over.
    func run(_ options: RecordOptions, to path: String) throws(Failure) {
        let values = recorded(try watcher.begin())
        start = Kernel.wallTime()
        history = CommitHistory([], last: subject.revision)
        var line = Recording.Start()
        (line.time, line.epoch, line.revision) = (start.rfc3339, subject.epoch, subject.revision)
        for value in values { line.values[value.change.key] = value.change.value }
        overrides = try present() ?? [:]
        line.overrides = overrides
        let file = try Failure.system { () throws(SystemError) in
            let file = try RecordingFile(path, replaces: options.replaces)
            try file.append(line.json)
            return file
        }
        self.file = file
        let end = options.duration.map { Kernel.monotonicTime() + .seconds($0) }
        output.note("tunerctl: recording \(CountText.of(values.count, "value")) to \(path.shownWhole)\(hint(end))\n")
        while try !wait(until: end) {
            unwritten += recorded(try watcher.next(within: .zero))
            if !unwritten.isEmpty || subject.hasNewFlags { try write() }
        }
        // Commits whose notification has not arrived yet.
        unwritten += recorded(try watcher.next(within: .zero))
        try write()
    }

    /// Returns the changes without those of secret keys, unless the user reveals them.
    private func recorded(_ changes: [WatchedChange]) -> [WatchedChange] {
        guard !output.reveals else { return changes }
        let recorded = changes.filter { $0.change.isSecret != true }
        if recorded.count < changes.count, !hasNotedSecrets {
            hasNotedSecrets = true
            output.note("tunerctl: the recording leaves out secret keys; to record them, add --reveal\n")
        }
        return recorded
    }

    private func hint(_ end: MonotonicTime?) -> String { end == nil ? "; Ctrl-C ends the recording" : "" }

    /// Writes the commits that the history has, or else the changes of the notifications.
    private func write() throws(Failure) {
        if subject.hasNewState {
            output.note("tunerctl: the daemon has another state now; the recording has the difference as one commit\n")
            subject.acceptNewState()
            history = CommitHistory([], last: subject.revision)
            return try writeMerged()
        }
        let last = history.last
        let new = try watcher.attempt { [self] (connection) throws(Failure) in
            Optional(try history.refresh(on: connection))
        }
        // The next connection has the commits, too.
        guard let new else { return }
        subject.acceptFlags()
        history = CommitHistory([], last: history.last)
        guard Int64(new.count) == history.last - last, !new.contains(where: { $0.more == true }) else {
            output.note(
                "tunerctl: the history does not have all changes after revision \(last); the recording has those up to "
                    + "revision \(history.last) as one commit\n"
            )
            return try writeMerged()
        }
        unwritten = []
        for commit in new.reversed() {
            let changes = commit.changes.filter { output.reveals || $0.isSecret != true }
            let flags = overridden(commit)
            guard !changes.isEmpty || !flags.isEmpty else { continue }
            try append(changes, flags, at: WallTime(rfc3339: commit.time), commit.revision)
        }
    }

    /// Returns the changes of overrides in a commit; a note says once that a definition is left out.
    private func overridden(_ commit: CommitRecord) -> [RecordedOverrides.Change] {
        let edits = commit.flags ?? []
        if edits.contains(where: { $0.isDefined != nil }), !hasNotedDefinitions {
            hasNotedDefinitions = true
            output.note("tunerctl: the recording leaves out definitions of flags; it has the overrides\n")
        }
        return edits.filter(\.changesOverride).map { ($0.key, $0.override) }
    }

    /// Requests the overrides of all flags; nil while the daemon is not reachable.
    private func present() throws(Failure) -> [String: FlagOverride]? {
        try watcher.attempt { (connection) throws(Failure) in Optional(try RecordedOverrides.all(on: connection)) }
    }

    private func writeMerged() throws(Failure) {
        lacksChanges = true
        let flags = RecordedOverrides.changes(from: overrides, to: try present() ?? overrides)
        guard !unwritten.isEmpty || !flags.isEmpty else { return }
        defer { unwritten = [] }
        let revision = unwritten.last?.revision ?? subject.revision
        try append(unwritten.map(\.change), flags, at: Kernel.wallTime(), revision, isMerged: true)
    }

    private func append(
        _ changes: [ChangeRecord],
        _ flags: [RecordedOverrides.Change],
        at time: WallTime?,
        _ revision: Int64,
        isMerged: Bool = false
    ) throws(Failure) {
        var line = Recording.Commit()
        let milliseconds = max(0, (time ?? start).milliseconds - start.milliseconds)
        (line.after, line.revision, line.isMerged) = (Double(milliseconds) / 1_000, revision, isMerged)
        line.changes = changes.map { ($0.key, $0.value) }
        line.overrides = flags
        for flag in flags { overrides[flag.key] = flag.override }
        try Failure.system { () throws(SystemError) in try file?.append(line.json) }
        commits += 1
    }

    /// Waits for a notification; returns whether the recording ends.
    private func wait(until end: MonotonicTime?) throws(Failure) -> Bool {
        try Failure.system { () throws(SystemError) in
            let poller = try Poller(.poll)
            try poller.add(source.descriptor, token: Token.signals.rawValue, interest: .readable)
            try watcher.watch(by: poller, token: Token.daemon.rawValue)
            let deadline = [end, watcher.deadline].compactMap(\.self).min()
            let timeout = deadline.map { PollTimeout.until($0, from: Kernel.monotonicTime()) } ?? .forever
            var events: [PollerEvent] = []
            try poller.wait(watcher.hasMore ? .none : timeout, into: &events)
            if try source.next() != nil { return true }
            return end.map { Kernel.monotonicTime() >= $0 } ?? false
        }
    }
}

@available(*, unavailable)
extension Recorder: Sendable {}
