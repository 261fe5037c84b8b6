import JSONCore
import TunerAPI

/// The progress of one connection.
struct Following {
    /// Whether the daemon's socket has accepted the connection.
    var isConnected = false
    /// Whether all first requests have responses.
    var isComplete = false
    /// The number of the store's entries that were declared on this connection.
    var declaredCount = 0
    /// The keys of late tunables that must be added to the subscription.
    var lateKeys: [String] = []
    /// Whether the daemon cannot add keys to a subscription, because it is older.
    var cannotExtend = false
    /// The declarations that failed with a temporary error.
    var undeclared: [(subject: CellSubject, spec: JSONObject)] = []
    /// The refusals of declarations.
    var refusals: [Refusal] = []
    /// The faults that were reported to the daemon.
    var reported: [ProgramFaultRecord] = []
    /// The numbers of events that the last report includes; see `DaemonLoop.reportFaults()`.
    var reportedEvents = (changes: 0, refusals: 0, contexts: 0)
    /// The number of responses that are missing before the connection is complete.
    var missing = 0
}
