import ClientCore
import RPCCore
import Synchronization
import SystemCore
import TunerAPI

/// The reports about the revisions that the program has applied.
extension DaemonLoop {
    /// Looks at the values if a look is due, and reports to the daemon what the program has applied.
    func reportApplied(at now: MonotonicTime) {
        guard following.isComplete, tunables.parameters.reports == true else { return }
        let changes = store.faultChanges.load(ordering: .relaxed)
        if changes != appliedFaultChanges {
            appliedFaultChanges = changes
            refusedValues = store.refusedValues()
            applied.noteRefusal(at: now)
        }
        guard let look = applied.nextLook, look <= now else { return }
        guard let report = applied.look(store.unreadValues(), refusedValues, at: now) else { return }
        var parameters = AppliedParameters()
        parameters.revision = report.revision
        parameters.unread = report.unread.isEmpty ? nil : report.unread
        parameters.refused = report.refused.isEmpty ? nil : report.refused
        // Ignore errors: an older daemon lacks the method, and the subscription may have ended.
        link.call(API.Tunables.applied, parameters) { _ in }
    }
}
