import ClientCore
import JSONCore
import Synchronization
import SystemCore
import TunerAPI

/// The faults of this program, which the daemon shows to its users.
extension DaemonLoop {
    /// The delay between a change and the report, so that a value that changes often causes few reports.
    private static let reportDelay = Duration.milliseconds(100)
    /// The limit of faults in a report; the daemon stores no more.
    private static let maxReported = 8

    /// The numbers of events that may have changed the faults.
    private var faultEvents: (changes: Int, refusals: Int, contexts: Int) {
        (store.faultChanges.load(ordering: .relaxed), following.refusals.count, refusedContexts.all.count)
    }

    /// Schedules a report if the faults may have changed.
    func scheduleReport(at now: MonotonicTime) {
        guard following.isComplete, times.report == nil, faultEvents != following.reportedEvents else { return }
        times.report = now + DaemonLoop.reportDelay
    }

    /// Sends the present faults, if they differ from those that the daemon has of this connection.
    ///
    /// The daemon forgets them with the connection, so each connection begins without any.
    func reportFaults() {
        following.reportedEvents = faultEvents
        let faults = presentFaults
        guard faults != following.reported else { return }
        following.reported = faults
        var parameters = ReportParameters()
        parameters.faults = faults
        // A daemon without the method shows no faults; the program has reported them to its own handler.
        link.call(API.Server.report, parameters) { _ in }
    }

    /// The refused declarations and contexts, then the faults of values, each once.
    private var presentFaults: [ProgramFaultRecord] {
        let refused = following.refusals.map { TunerFault.declarationRefused(key: $0.key ?? "", $0) }
        let contexts = refusedContexts.all.map { TunerFault.notFollowed($0) }
        var records: [ProgramFaultRecord] = []
        for fault in refused + contexts + store.presentFaults() where records.count < DaemonLoop.maxReported {
            guard let record = fault.record, !records.contains(record) else { continue }
            records.append(record)
        }
        return records
    }
}
