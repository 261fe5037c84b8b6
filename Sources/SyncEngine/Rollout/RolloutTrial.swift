import JSONCore

/// The part of one machine in a rollout: it waits for its turn, tries the content for a limited time, and keeps or reverts
/// it.
///
/// This type is a state machine without a clock or a connection: its methods receive results, and return actions.
struct RolloutTrial: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        /// The machine is in no stage, or its part in the rollout has ended.
        case over
        /// Waits until a time of the steady clock; nil if the document must change first.
        case waiting(until: Duration?)
        case counting
        case announcing
        /// etcd has the report; the content must be put when the daemon is connected.
        case ready
        case putting
        case trying
        case keeping
        case reverting
        /// The content from before the rollout is being put again.
        case restoring
    }

    /// The longest time until a waiting machine reads the clock again, because somebody can set the clock.
    static let longestWait = Duration.seconds(60)
    /// How often a machine begins to try a content before it gives up, if its daemon or tunersync ends each time.
    static let mostAttempts: Int64 = 3
    /// The time until a request that the daemon has postponed is made again.
    static let pause = Duration.seconds(2)

    /// The number of the trial in this process, so that a late result of an earlier trial is ignored.
    let number: Int
    var rollout: Rollout
    let candidate: KeptLayer
    var machine: String
    var labels: JSONObject
    var record: TrialRecord
    var phase = Phase.over
    /// Why the machine does not take the content although its stage is open; the end of a sentence.
    var obstacle: String?
    /// The number of times in a row that reports or etcd were missing.
    var misses: Int64 = 0
    /// The present run; nil unless the content is put.
    var run: TrialRun?
    /// The state that is reported after the revert, and its reason.
    var ending: (state: FleetReport.State, reason: String?)?
    /// Whether the daemon may have ended the content without a response that was received.
    var isEndingInDoubt = false
    /// When a failed request to the daemon is made again.
    var retryDue: Duration?
    var isConnected: Bool
    var generator: SplitGenerator

    static func == (left: RolloutTrial, right: RolloutTrial) -> Bool {
        left.number == right.number && left.phase == right.phase && left.record == right.record
            && left.rollout == right.rollout && left.obstacle == right.obstacle
    }

    init(
        _ number: Int,
        _ rollout: Rollout,
        _ candidate: KeptLayer,
        _ record: TrialRecord,
        for machine: String,
        labels: JSONObject,
        isConnected: Bool,
        jitter: UInt64
    ) {
        (self.number, self.rollout, self.candidate, self.record) = (number, rollout, candidate, record)
        (self.machine, self.labels, self.isConnected) = (machine, labels, isConnected)
        generator = SplitGenerator(state: jitter)
    }

    /// Whether the daemon has the content with a time limit, or is receiving it.
    var isInDaemon: Bool {
        switch phase {
        case .putting, .trying, .keeping, .reverting: true
        case .over, .waiting, .counting, .announcing, .ready, .restoring: false
        }
    }

    /// The number of the stage that the machine is in; nil if it is in none.
    var stage: Int? { record.stage.map { Int($0) } ?? rollout.stage(of: machine, labels: labels) }

    /// When ``advance(at:)`` is due; nil if the trial waits for a result, a connection or another document.
    var deadline: Duration? {
        switch phase {
        case .waiting(let time): time
        case .trying: run.flatMap { $0.isChecking ? nil : $0.deadline(rollout.check) }
        case .ready, .keeping, .reverting: isConnected ? retryDue : nil
        case .over, .counting, .announcing, .putting, .restoring: nil
        }
    }

    // MARK: What happens

    /// Begins the trial, or continues it after a restart.
    mutating func begin(at now: SyncMoment) -> [TrialAction] {
        switch record.state {
        case nil: return wait(at: now)
        case .trying?:
            return rollout.isAborted ? revert(.withdrawn, nil, at: now) : attempt(at: now)
        case .applied? where rollout.isAborted: return restore()
        case .applied?, .reverted?, .failed?, .withdrawn?:
            phase = .over
            return []
        }
    }

    /// Applies a changed rollout of the same content.
    mutating func update(_ rollout: Rollout, at now: SyncMoment) -> [TrialAction] {
        guard rollout != self.rollout else { return [] }
        self.rollout = rollout
        if rollout.isAborted {
            switch phase {
            case .putting, .trying, .keeping: return revert(.withdrawn, nil, at: now)
            case .counting, .announcing, .ready, .waiting:
                return record.state == .trying ? revert(.withdrawn, nil, at: now) : wait(at: now)
            case .reverting, .restoring: return []
            case .over: return record.state == .applied ? restore() : []
            }
        }
        misses = 0
        if case .waiting = phase { return wait(at: now) }
        return phase == .over && record.state == nil ? wait(at: now) : []
    }

    mutating func advance(at now: SyncMoment) -> [TrialAction] {
        guard let deadline, deadline <= now.steady else { return [] }
        switch phase {
        case .waiting: return wait(at: now)
        case .ready: return put(at: now)
        case .trying: return advanceRun(at: now)
        case .keeping:
            retryDue = nil
            return [.keep]
        case .reverting:
            retryDue = nil
            return [.revert]
        case .over, .counting, .announcing, .putting, .restoring: return []
        }
    }

    /// Decides by the counted reports of the fleet; nil means that they could not be read.
    mutating func receive(_ counts: FleetCounts?, at now: SyncMoment) -> [TrialAction] {
        guard phase == .counting, let stage else { return [] }
        guard !rollout.isPaused, !rollout.isAborted else { return wait(at: now) }
        guard let counts else { return miss("the reports of the fleet could not be read", at: now) }
        switch rollout.permission(for: stage, counts) {
        case .granted:
            obstacle = nil
            record.stage = Int64(stage)
            return attempt(at: now)
        case .missing(let reason): return miss(reason, at: now)
        case .stopped(let reason):
            phase = .waiting(until: nil)
            return note("\(reason), so no further machine takes it")
        }
    }

    /// Handles the end of an announcement; `isStored` says whether etcd has the report.
    mutating func finishAnnouncement(_ isStored: Bool, at now: SyncMoment) -> [TrialAction] {
        guard phase == .announcing else { return [] }
        guard !rollout.isAborted else { return revert(.withdrawn, nil, at: now) }
        guard isStored else {
            record.state = nil
            return miss("the machine could not report that it takes the layer", at: now) + [.remember]
        }
        phase = .ready
        return put(at: now)
    }

    /// Handles a new or a lost connection to the daemon.
    mutating func connect(_ isConnected: Bool, at now: SyncMoment) -> [TrialAction] {
        self.isConnected = isConnected
        switch phase {
        case .putting, .trying, .keeping:
            // The daemon ends the content by itself if nobody keeps it. The trial begins again with the next connection.
            phase = .ready
            run = nil
            return []
        case .reverting:
            isEndingInDoubt = true
            retryDue = now.steady
            return isConnected ? advance(at: now) : []
        case .ready:
            return put(at: now)
        case .over, .waiting, .counting, .announcing, .restoring: return []
        }
    }

    // MARK: Steps

    /// Waits for the turn of this machine, or begins to count the reports.
    mutating func wait(at now: SyncMoment) -> [TrialAction] {
        guard let stage = rollout.stage(of: machine, labels: labels) else {
            phase = .over
            return note("this machine is in no stage")
        }
        guard let entry = rollout.entry(of: machine, in: stage, first: .milliseconds(record.first)) else {
            phase = .waiting(until: nil)
            return note(
                rollout.isAborted
                    ? "the rollout is aborted"
                    : rollout.isPaused ? "the rollout is paused" : "a person must approve stage \(stage)"
            )
        }
        guard entry <= now.wall else {
            phase = .waiting(until: now.steady + min(entry - now.wall, RolloutTrial.longestWait))
            return note("the turn of this machine in stage \(stage) is later")
        }
        phase = .counting
        return [.count(before: stage > (rollout.approval?.stage ?? 0) ? rollout.evidence(for: stage) : nil)]
    }

    /// Waits because reports or etcd are missing, which is neither a success nor a failure.
    private mutating func miss(_ reason: String, at now: SyncMoment) -> [TrialAction] {
        misses += 1
        let wait = Backoff.wait(after: misses + 2, interval: .zero, jitter: generator.fraction())
        phase = .waiting(until: now.steady + wait)
        return note(reason)
    }

    /// Reports that the machine takes the content; the put follows when etcd has this report.
    private mutating func attempt(at now: SyncMoment) -> [TrialAction] {
        record.state = .trying
        record.time = now.wall.wholeMilliseconds
        phase = .announcing
        return [.remember, .announce]
    }

    /// Puts the content with a time limit, if the daemon is connected.
    private mutating func put(at now: SyncMoment) -> [TrialAction] {
        guard isConnected else { return [] }
        guard record.attempts < RolloutTrial.mostAttempts else {
            // The daemon can still have the content from the last attempt.
            return revert(.failed, "the trial was interrupted \(RolloutTrial.mostAttempts) times", at: now)
        }
        // Stored first: a machine that dies now knows after its restart that it has begun.
        record.attempts += 1
        phase = .putting
        retryDue = nil
        let run = TrialRun(rollout, at: now.steady)
        self.run = run
        return [.remember, .put(seconds: run.seconds)]
    }

    /// Ends the machine's part; the daemon then has no content with a time limit.
    mutating func finish(_ state: FleetReport.State, _ reason: String?, at now: SyncMoment) -> [TrialAction] {
        phase = .over
        run = nil
        record.state = state
        record.reason = reason
        record.time = now.wall.wholeMilliseconds
        obstacle = nil
        let words =
            switch state {
            case .trying: "is tried"
            case .applied: "has passed its trial"
            case .reverted: "was reverted"
            case .failed: "could not be tried"
            case .withdrawn: "was withdrawn, because the rollout is aborted"
            }
        let level = state == .applied || state == .withdrawn ? SyncReport.Level.info : .warning
        return [.remember, .report(level, words + (reason.map { ": \($0)" } ?? ""))]
    }

    private mutating func restore() -> [TrialAction] {
        phase = .restoring
        return [.restore]
    }

    /// Handles that the daemon has the content from before the rollout again.
    mutating func finishRestoring(at now: SyncMoment) -> [TrialAction] {
        phase == .restoring ? finish(.withdrawn, nil, at: now) : []
    }

    /// Reports why the machine waits, if that is new.
    private mutating func note(_ text: String) -> [TrialAction] {
        guard obstacle != text else { return [] }
        obstacle = text
        return [.report(.info, "waits in the rollout \(rollout.id): \(text)")]
    }
}
