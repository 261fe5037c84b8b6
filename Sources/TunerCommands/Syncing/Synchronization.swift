import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// Keeps a file and the daemon equal for as long as it runs.
struct Synchronization: ~Copyable {
    private enum Token: UInt64 {
        case file
        case daemon
    }

    /// How long a text may be broken before that is said: whoever saves in place may be in the middle of it.
    private static let patience = Duration.milliseconds(100)

    private let options: SyncOptions
    private let keys: SyncKeys
    private let memory: SyncMemory
    private let report: SyncReport
    private let subscriber: SubjectWatcher
    private var file: WatchedFile

    /// What the daemon has.
    private var daemon: [String: JSON] = [:]
    /// Through which commit that is known; none before anything has changed.
    private var revision: Int64?
    /// The file, as far as it could be read.
    private var text: SyncText?
    /// Whether the text stands for a file that does not exist yet.
    private var isNew = false
    /// The values that both had last, and the edits whose outcome is not known yet.
    private var agreement: SyncAgreement?
    /// The agreement as it was noted last, or as this began.
    private var noted: SyncAgreement?
    /// What the daemon has refused is not sent again before the file is another.
    private var refused: [UInt8]?
    /// The values of the file that locked keys did not take, by key; null where the key is to have none.
    private var left: [String: JSON] = [:]
    /// When a broken text is to be complained of.
    private var complaint: (time: MonotonicTime, text: String)?
    /// Whether both are to be looked at again.
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
        subscriber = SubjectWatcher(daemon, invocation.global, WatchedTunables(parameters))
        agreement = options.direction == .both ? memory.agreement : nil
        noted = agreement
    }

    /// Goes on until an interrupt ends the program; once, it answers how that went.
    consuming func run() throws(Failure) -> ExitCode {
        take(try subscriber.begin())
        do throws(SystemError) {
            try FileReplacement.recover(file.path)
        } catch {
            report.complain(error.description.shownWhole)
        }
        try readFile(isFirst: true)
        if agreement == nil, options.direction == .both {
            agreement = SyncAgreement(values: try defaults())
            noted = agreement
        }
        while true {
            try goOn()
            if options.isOnce, !isDue || hasFailed, complaint == nil { return hasFailed ? .refused : .done }
            try wait()
            take(try subscriber.next(within: .zero))
            try readFile(isFirst: false)
        }
    }

    // MARK: Looking

    private mutating func take(_ changes: [WatchedChange]) {
        for change in changes {
            daemon[change.change.key] = change.change.value
            left[change.change.key] = nil
            revision = max(revision ?? 0, change.revision)
            isDue = true
        }
    }

    /// What both agreed on before the first time: where the daemon has a declaration's default, nobody has changed that there.
    private func defaults() throws(Failure) -> [String: JSON] {
        var parameters = ListParameters()
        parameters.match = options.match
        let listed = try subscriber.ask { (connection) throws(Failure) in
            try connection.call(API.Tunables.list, parameters).result.tunables
        }
        var values: [String: JSON] = [:]
        for tunable in listed ?? [] where tunable.origin == "default" && text?.values[tunable.key] != nil {
            values[tunable.key] = tunable.value
        }
        return values
    }

    /// Reads the file where it is another; says what is wrong with it.
    private mutating func readFile(isFirst: Bool) throws(Failure) {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try file.readIfChanged()
        } catch {
            if isFirst, error.errno == .noSuchFile, options.direction != .push, agreement?.values.isEmpty ?? true {
                // It is made of what the daemon has.
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
            // A saved file is tried anew; what was written into it here is no save.
            if text?.bytes != bytes { left = [:] }
            text = try SyncText(bytes, isNested: options.isNested, holding: objects)
            complaint = nil
            isDue = true
            isNew = false
        } catch {
            text = nil
            fail(report.sentence(about: error))
        }
    }

    /// The keys whose values are objects: also those that were objects when both agreed on them.
    ///
    /// If the daemon has reset such a key, the object in the file is the key's old value, and holds no keys.
    private var objects: Set<String> {
        var objects: Set<String> = []
        for values in [daemon, agreement?.values ?? [:]] {
            for (key, value) in values where value.kind == .object { objects.insert(key) }
        }
        return objects
    }

    /// Complains a moment later, unless it is over then; of the same thing once.
    private mutating func fail(_ sentence: String) {
        guard complaint?.text != sentence else { return }
        complaint = (Kernel.monotonicTime() + Synchronization.patience, sentence)
    }

    private mutating func complain() {
        guard let due = complaint, due.time <= Kernel.monotonicTime(), due.text != "" else { return }
        report.complain(due.text)
        hasFailed = true
        // It is said once; what comes next is news again.
        complaint = options.isOnce ? nil : (due.time + .ever, due.text)
    }

    /// Waits until something may be otherwise.
    private mutating func wait() throws(Failure) {
        let now = Kernel.monotonicTime()
        var until = now + WatchedFile.pause
        if let retry = subscriber.retry { until = min(until, retry) }
        if let complaint { until = min(until, max(complaint.time, now)) }
        if subscriber.hasMore || isDue && text != nil && subscriber.retry == nil { until = now }
        var events: [PollerEvent] = []
        let timeout = PollTimeout.until(until, from: now)
        let wasLost = subscriber.retry != nil
        try Failure.system { () throws(SystemError) in
            let poller = try Poller(.poll)
            try subscriber.watch(by: poller, token: Token.daemon.rawValue)
            try file.watch(by: poller, token: Token.file.rawValue)
            try poller.wait(timeout, into: &events)
            try file.drain()
        }
        if wasLost { isDue = true }
    }

    // MARK: Doing

    /// Makes both equal, as far as that can be done now.
    private mutating func goOn() throws(Failure) {
        complain()
        guard isDue, subscriber.retry == nil, let current = text else { return }
        if let fault = keys.fault(in: current) {
            isDue = false
            guard refused != current.bytes else { return }
            refused = current.bytes
            hasFailed = true
            return report.complain(fault, in: current)
        }
        let here = current.values.filter { keys.matches($0.key) }
        let there = daemon.filter { keys.matches($0.key) }
        let base = agreement?.settled(file: here, daemon: there)
        let merge = SyncMerge(base: base, file: here, daemon: there, options.direction)
        var agreed = SyncAgreement(values: merge.agreed)
        isDue = false
        let toDaemon = merge.toDaemon.filter { left[$0.key] != $0.value ?? .null }
        if !toDaemon.isEmpty, refused != current.bytes {
            agreed.toDaemon = SyncAgreement.noted(toDaemon)
            note(agreed)
            guard try push(toDaemon, current) else { return }
            // Locked keys are no longer pending either.
            agreed.finishPush(of: toDaemon.filter { left[$0.key] == nil })
            // Valid even if the file is not written below: the next merge must not take the push for the daemon's change.
            agreement = agreed
        }
        if !merge.toFile.isEmpty || isNew {
            // A file that is made is made again.
            if !isNew {
                agreed.toFile = SyncAgreement.noted(merge.toFile)
                note(agreed)
            }
            guard try pull(merge, current) else { return }
            agreed.finishPull(of: merge.toFile)
        }
        if agreed != noted { note(agreed) }
    }

    /// Remembers an agreement, also for the next run.
    private mutating func note(_ agreement: SyncAgreement) {
        self.agreement = agreement
        noted = agreement
        if options.direction == .both { memory.keep(agreement) }
    }

    /// Gives the daemon what the file has; answers whether it took it.
    private mutating func push(_ edits: [SyncMerge.Edit], _ current: SyncText) throws(Failure) -> Bool {
        var values = JSONObject()
        for edit in edits { values[edit.key] = edit.value }
        let removed = edits.filter { $0.value == nil }.map(\.key)
        let revision = revision
        let locked: [LeftKeyRecord]
        do throws(Failure) {
            let answer: [LeftKeyRecord]? = try subscriber.ask { (connection) throws(Failure) in
                let stored =
                    values.isEmpty
                    ? [] : try SyncWriting.store(values, unlessChangedAfter: revision, on: connection)
                return stored + (try SyncWriting.reset(removed, on: connection))
            }
            guard let answer else {
                // The daemon has gone; it is tried again when it is back.
                isDue = true
                return false
            }
            locked = answer
        } catch .refused(let error) where error.kind == ErrorKind.conflict.rawValue {
            // Somebody was faster: that is merged first.
            isDue = true
            return false
        } catch .refused(let error) {
            refused = current.bytes
            hasFailed = true
            report.complain(error, in: current)
            return false
        }
        // What was told is what was done: the daemon's own word comes before its answer, and may say more.
        repeat { take(try subscriber.next(within: .zero)) } while subscriber.hasMore
        for key in locked {
            left[key.key] = values[key.key] ?? .null
            hasFailed = true
            report.complain((key.key, LeftKeyText.sentence(about: key)), in: current)
        }
        report.tell(edits.filter { left[$0.key] == nil }, from: "the file")
        // What lies beneath a value that was taken away belongs into the file, and is no news where it counted all along.
        if !removed.isEmpty { isDue = true }
        return true
    }

    /// Writes into the file what the daemon has; answers whether that was done.
    private mutating func pull(_ merge: SyncMerge, _ current: SyncText) throws(Failure) -> Bool {
        var changed = current
        changed.apply(merge.toFile.map { ($0.key, $0.value) })
        do throws(SystemError) {
            let isReplaced = try FileReplacement.replace(
                file.path,
                holding: isNew ? nil : current.bytes,
                with: changed.bytes.span
            ) { () throws(SystemError) in
                if !merge.conflicts.isEmpty { try report.keep(merge.conflicts) }
            }
            guard isReplaced else {
                // Another program saved meanwhile: its text is merged first.
                isDue = true
                return false
            }
        } catch {
            hasFailed = true
            report.complain(error.description.shownWhole)
            return false
        }
        text = changed
        isNew = false
        report.tell(merge.conflicts)
        let conflicting = Set(merge.conflicts.map(\.key))
        report.tell(merge.toFile.filter { !conflicting.contains($0.key) }, from: "the daemon")
        return true
    }
}
