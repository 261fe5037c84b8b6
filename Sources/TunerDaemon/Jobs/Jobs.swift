import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// The jobs that the connected programs have reported, and the last ones that have ended.
///
/// A running job ends with its connection. The jobs are only in memory: that of running ones is counted for their users,
/// and that of ended ones is bounded by their number.
final class Jobs {
    private struct Running {
        let session: Session
        let user: UInt32
        var listed: ListedJob
        var memory: Int
    }

    static let maxEnded = 8

    private let quota: SubscriptionQuota
    /// In the order of their starts.
    private var running: [Running] = []
    /// In the order of their ends.
    private var ended: [ListedJob] = []
    private var lastID: Int64 = 0
    /// The number of changes of the reports.
    private(set) var changes: UInt64 = 0

    init(_ quota: SubscriptionQuota) { self.quota = quota }

    var runningCount: Int { running.count }

    /// Replaces the report of a connection's job, or begins the connection's next job.
    ///
    /// `memory` is that of the job.
    func replace(
        _ job: JobRecord,
        taking memory: Int,
        _ caller: Caller,
        at now: Moment
    ) throws(RPCError) {
        let (session, user) = (caller.session, caller.peer.credentials.uid)
        let index = running.firstIndex { $0.session === session }
        let growth = memory - (index.map { running[$0].memory } ?? 0)
        if growth > 0 { try quota.check(growth, beside: session.memory, of: user) }
        changes += 1
        let place = index ?? begin(caller, at: now)
        count(growth, running[place])
        (running[place].listed.job, running[place].memory) = (job, memory)
        if job.state != JobState.running.rawValue { end(running.remove(at: place), at: now) }
    }

    /// Ends the job of a connection that ends; returns whether it had one.
    func drop(_ session: Session, at now: Moment) -> Bool {
        guard let index = running.firstIndex(where: { $0.session === session }) else { return false }
        var job = running.remove(at: index)
        job.listed.job.state = JobState.stopped.rawValue
        job.listed.job.message = "\(job.listed.client) has ended without a result."
        changes += 1
        end(job, at: now)
        return true
    }

    /// Returns at most `maximum` running jobs, and the ended ones; of both, the newest first.
    func listed(atMost maximum: Int) -> [ListedJob] {
        running.suffix(maximum).reversed().map(\.listed) + ended.reversed()
    }

    private func begin(_ caller: Caller, at now: Moment) -> Int {
        let session = caller.session
        let actor = caller.actor(in: session)
        lastID += 1
        var listed = ListedJob()
        (listed.id, listed.client, listed.pid) = (lastID, actor.client, actor.pid)
        listed.started = now.rfc3339
        running.append(Running(session: session, user: actor.uid, listed: listed, memory: 0))
        return running.count - 1
    }

    private func end(_ job: Running, at now: Moment) {
        count(-job.memory, job)
        var listed = job.listed
        listed.ended = now.rfc3339
        ended.append(listed)
        if ended.count > Jobs.maxEnded { ended.removeFirst() }
    }

    private func count(_ bytes: Int, _ job: Running) {
        job.session.memory += bytes
        quota.change(by: bytes, of: job.user)
    }
}
