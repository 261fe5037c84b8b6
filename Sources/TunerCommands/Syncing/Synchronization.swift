import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// The `sync` command, which keeps a file and the daemon equal while it runs.
struct Synchronization: ~Copyable {
    private enum Token: UInt64 {
        case file
        case daemon
    }

    /// The time before a fault of the text is reported: a program may be in the middle of saving the file.
    private static let patience = Duration.milliseconds(100)

    private let options: SyncOptions
    private let keys: SyncKeys
    private let memory: SyncMemory
    private var report: SyncReport
    private let subscriber: SubjectWatcher
    private var file: WatchedFile

    /// The daemon's values.
    private var daemon: [String: JSON] = [:]
    /// The revision of these values; nil before the first change.
    private var revision: Int64?
    /// The file's text; nil if it cannot be read.
    private var text: SyncText?
    /// Whether the file does not exist yet.
    private var isNew = false
    /// The last agreement, with edits whose result is not known yet.
    private var agreement: SyncAgreement?
    /// The agreement that was stored last.
    private var noted: SyncAgreement?
    /// The text that the daemon has refused, which is not sent again.
    private var refused: [UInt8]?
    /// The file's values that locked keys refuse; null where the file has no value.
    private var skipped: [String: JSON] = [:]
    /// The time and the sentence of the next report about the file.
    private var nextReport: (time: MonotonicTime, text: String)?
    /// Whether to merge again.
    private var isDue = true
    private var hasFailed = false

    init(_ invocation: Invocation, _ options: SyncOptions, _ output: Output) throws(Failure) {
        let patterns = options.match?.texts ?? []
        let name = invocation.words[0].path
        guard !name.isEmpty else { throw .usage(UsageError(.emptyFileName, command: "sync")) }
        let daemon = try DaemonEndpoint(invocation.global)
        let keys = try Failure.usage { () throws(UsageError) in try SyncKeys(patterns) }
        self.options = options
        self.keys = keys
        file = WatchedFile(name)
        memory = SyncMemory(of: name, daemon, patterns + (options.isNested ? ["nested"] : []))
        report = SyncReport(name, output)
        var parameters = SubscribeParameters()
        parameters.match = options.match
        subscriber = SubjectWatcher(daemon, invocation.global, WatchedTunables(parameters, invocation.global))
        agreement = options.direction == .both ? memory.agreement : nil
        noted = agreement
    }

    /// Runs until an interrupt ends the program; with `--once`, returns the exit code.
    consuming func run() throws(Failure) -> ExitCode {
        apply(try subscriber.begin())
        do throws(SystemError) {
            try FileReplacement.recover(file.path)
        } catch {
            report.reportProblem(error.description.shownWhole)
        }
        try readFile(isFirst: true)
        if !options.isOnce {
            let found = Set(daemon.keys).union((text?.values ?? [:]).keys).filter { keys.matches($0) }
            report.begin(options, keys: found.count)
        }
        if agreement == nil, options.direction == .both {
            agreement = SyncAgreement(values: try defaults())
            noted = agreement
        }
        while true {
            try continueSyncing()
            if options.isOnce, !isDue || hasFailed, nextReport == nil { return hasFailed ? .refused : .done }
            try wait()
            apply(try subscriber.next(within: .zero))
            try readFile(isFirst: false)
        }
    }

    // MARK: Reading

    private mutating func apply(_ changes: [WatchedChange]) {
        for change in changes {
            daemon[change.change.key] = change.change.value
            if change.change.isSecret == true { report.secretKeys.insert(change.change.key) }
            skipped[change.change.key] = nil
            revision = max(revision ?? 0, change.revision)
            isDue = true
        }
    }

    /// Returns the first agreement: where the daemon has a declaration's default, nobody has changed the value there.
    private func defaults() throws(Failure) -> [String: JSON] {
        var parameters = ListParameters()
        parameters.match = options.match
        let listed = try subscriber.attempt { (connection) throws(Failure) in
            try connection.call(API.Tunables.list, parameters).result.tunables
        }
        var values: [String: JSON] = [:]
        for tunable in listed ?? [] where tunable.origin == "default" && text?.values[tunable.key] != nil {
            // The list hides the values of secret keys.
            values[tunable.key] = daemon[tunable.key]
        }
        return values
    }

    /// Reads the file if it has changed, and notes its faults.
    private mutating func readFile(isFirst: Bool) throws(Failure) {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try file.readIfChanged()
        } catch {
            if isFirst, error.errno == .noSuchFile, options.direction != .push, agreement?.values.isEmpty ?? true {
                // The daemon's values will fill the new file.
                isNew = true
                text = try? SyncText(Array("{}\n".utf8), isNested: options.isNested)
                return
            }
            text = nil
            fail(report.sentence(about: error))
            return
        }
        guard let bytes else { return }
        do throws(InputFile.Fault) {
            // Retry locked keys after another program has saved the file, but not after this program has written it.
            if text?.bytes != bytes { skipped = [:] }
            text = try SyncText(bytes, isNested: options.isNested, holding: objects)
            nextReport = nil
            isDue = true
            isNew = false
        } catch {
            text = nil
            fail(report.sentence(about: error))
        }
    }

    /// The keys whose values are objects, now or in the last agreement.
    ///
    /// If the daemon has reset such a key, its object in the file is the old value, and does not hold keys.
    private var objects: Set<String> {
        var objects: Set<String> = []
        for values in [daemon, agreement?.values ?? [:]] {
            for (key, value) in values where value.kind == .object { objects.insert(key) }
        }
        return objects
    }

    /// Schedules a report about the file, which is dropped if the fault is gone by then; each fault is reported once.
    private mutating func fail(_ sentence: String) {
        guard nextReport?.text != sentence else { return }
        nextReport = (Kernel.monotonicTime() + Synchronization.patience, sentence)
    }

    private mutating func reportProblem() {
        guard let due = nextReport, due.time <= Kernel.monotonicTime(), due.text != "" else { return }
        report.reportProblem(due.text)
        hasFailed = true
        // Keep the sentence, so that the same fault is not reported again.
        nextReport = options.isOnce ? nil : (due.time + .ever, due.text)
    }

    /// Waits for a change of the file or of the daemon.
    private mutating func wait() throws(Failure) {
        let now = Kernel.monotonicTime()
        var until = now + WatchedFile.pause
        if let deadline = subscriber.deadline { until = min(until, deadline) }
        if let nextReport { until = min(until, max(nextReport.time, now)) }
        if subscriber.hasMore || isDue && text != nil && subscriber.isSubscribed { until = now }
        var events: [PollerEvent] = []
        let timeout = PollTimeout.until(until, from: now)
        let wasLost = !subscriber.isSubscribed
        try Failure.system { () throws(SystemError) in
            let poller = try Poller(.poll)
            try subscriber.watch(by: poller, token: Token.daemon.rawValue)
            try file.watch(by: poller, token: Token.file.rawValue)
            try poller.wait(timeout, into: &events)
            try file.drain()
        }
        if wasLost { isDue = true }
    }

    // MARK: Merging

    /// Merges the two sides and applies the edits, as far as possible now.
    private mutating func continueSyncing() throws(Failure) {
        reportProblem()
        guard isDue, subscriber.isSubscribed, let current = text else { return }
        if let fault = keys.fault(in: current) {
            isDue = false
            guard refused != current.bytes else { return }
            refused = current.bytes
            hasFailed = true
            return report.reportProblem(fault, in: current)
        }
        let here = current.values.filter { keys.matches($0.key) }
        let there = daemon.filter { keys.matches($0.key) }
        let base = agreement?.settled(file: here, daemon: there)
        let merge = SyncMerge(base: base, file: here, daemon: there, options.direction)
        var agreed = SyncAgreement(values: merge.agreed)
        isDue = false
        let toDaemon = merge.toDaemon.filter { skipped[$0.key] != $0.value ?? .null }
        if !toDaemon.isEmpty, refused != current.bytes {
            agreed.toDaemon = SyncAgreement.noted(toDaemon)
            note(agreed)
            guard try push(toDaemon, current) else { return }
            // The edits of locked keys are not pending either.
            agreed.finishPush(of: toDaemon.filter { skipped[$0.key] == nil })
            // Keep this even if writing the file fails: the next merge must not take the pushed values for changes of
            // the daemon.
            agreement = agreed
        }
        if !merge.toFile.isEmpty || isNew {
            // The next run creates a new file again, so there is nothing to store for it.
            if !isNew {
                agreed.toFile = SyncAgreement.noted(merge.toFile)
                note(agreed)
            }
            guard try pull(merge, current) else { return }
            agreed.finishPull(of: merge.toFile)
        }
        if agreed != noted { note(agreed) }
    }

    /// Keeps an agreement, also for the next run.
    private mutating func note(_ agreement: SyncAgreement) {
        self.agreement = agreement
        noted = agreement
        if options.direction == .both { memory.keep(agreement) }
    }

    /// Sends the file's changes to the daemon; returns whether the daemon has stored them.
    private mutating func push(_ edits: [SyncMerge.Assignment], _ current: SyncText) throws(Failure) -> Bool {
        var values = JSONObject()
        for edit in edits { values[edit.key] = edit.value }
        let removed = edits.filter { $0.value == nil }.map(\.key)
        let revision = revision
        let locked: [SkippedKeyRecord]
        do throws(Failure) {
            let result: [SkippedKeyRecord]? = try subscriber.attempt { (connection) throws(Failure) in
                let stored =
                    values.isEmpty
                    ? [] : try SyncWriting.store(values, unlessChangedAfter: revision, on: connection)
                return stored + (try SyncWriting.reset(removed, on: connection))
            }
            guard let result else {
                // The connection was lost: retry after reconnecting.
                isDue = true
                return false
            }
            locked = result
        } catch .refused(let error) where error.kind == ErrorKind.conflict.rawValue {
            // Another client has changed a value: merge again.
            isDue = true
            return false
        } catch .refused(let error) {
            refused = current.bytes
            hasFailed = true
            report.reportProblem(error, in: current)
            return false
        }
        // The notifications arrive before the response, and may contain more than the edits.
        repeat { apply(try subscriber.next(within: .zero)) } while subscriber.hasMore
        for key in locked {
            skipped[key.key] = values[key.key] ?? .null
            hasFailed = true
            report.reportProblem((key.key, SkippedKeyText.sentence(about: key)), in: current)
        }
        report.report(edits.filter { skipped[$0.key] == nil }, from: "the file")
        // A reset key may have a value from a layer or a default, which the next merge writes into the file.
        if !removed.isEmpty { isDue = true }
        return true
    }

    /// Writes the daemon's changes into the file; returns whether the file was written.
    private mutating func pull(_ merge: SyncMerge, _ current: SyncText) throws(Failure) -> Bool {
        var changed = current
        changed.apply(merge.toFile.map { ($0.key, $0.value) })
        do throws(SystemError) {
            let isReplaced = try FileReplacement.replace(
                file.path,
                holding: isNew ? nil : current.bytes,
                with: changed.bytes.span,
                newMode: report.newMode
            ) { () throws(SystemError) in
                if !merge.conflicts.isEmpty { try report.keep(merge.conflicts) }
            }
            guard isReplaced else {
                // Another program has saved the file: merge its text first.
                isDue = true
                return false
            }
        } catch {
            hasFailed = true
            report.reportProblem(error.description.shownWhole)
            return false
        }
        text = changed
        isNew = false
        report.report(merge.conflicts)
        let conflicting = Set(merge.conflicts.map(\.key))
        report.report(merge.toFile.filter { !conflicting.contains($0.key) }, from: "the daemon")
        return true
    }
}
