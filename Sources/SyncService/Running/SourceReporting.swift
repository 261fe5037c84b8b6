import JSONCore
import SyncEngine
import SystemCore
import TunerAPI

/// Decides when the sources are reported to the daemon: after a change, and one report at a time.
struct SourceReporting {
    /// The sources of the last report; nil if this connection has had none.
    private var sent: [SourceObservation]?
    private var isConnected = false
    private var isWaiting = false

    /// A new connection has begun.
    mutating func begin() { (isConnected, isWaiting, sent) = (true, false, nil) }

    /// The connection has ended.
    mutating func end() { isConnected = false }

    /// The daemon has responded to a report.
    mutating func confirm() { isWaiting = false }

    /// Returns what to report now; nil if nothing.
    mutating func next(_ observations: [SourceObservation]) -> [SyncSourceRecord]? {
        guard isConnected, !isWaiting, observations != sent else { return nil }
        (sent, isWaiting) = (observations, true)
        return observations.map(SyncSourceRecord.init)
    }
}

extension SyncSourceRecord {
    init(_ observation: SourceObservation) {
        self.init()
        let status = observation.status
        layer = status.layer
        address = observation.shownAddress
        state = observation.activity.rawValue
        (version, rollout) = (observation.version, observation.rollout)
        (fetches, changes, unchanged) = (status.fetches, status.changes, status.unchanged)
        (rejected, failed, failures) = (status.rejected, status.failed, status.failures)
        (activations, fetchTime, latency) = (status.activations, status.fetchTime, status.latency)
        lastFetch = SyncSourceRecord.text(of: status.lastFetch)
        lastGood = SyncSourceRecord.text(of: status.lastGood)
        next = SyncSourceRecord.text(of: status.next)
        error = observation.error
    }

    private static func text(of milliseconds: Int64?) -> String? {
        milliseconds.map { WallTime(milliseconds: $0).rfc3339 }
    }
}
