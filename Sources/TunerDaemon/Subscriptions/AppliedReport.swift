import StateCore
import SystemCore
import TunerAPI

/// What a client has reported about one subscription: the revision that it has applied, and the exceptions.
struct AppliedReport {
    let revision: Int64
    /// The time of the report.
    let time: Moment
    /// The time between the publication of the revision and its first report; nil if the daemon does not know it.
    let delay: Duration?
    /// The keys that the client has received and not read yet.
    let unread: [String]
    /// The values that the client does not use.
    let refused: [RefusedValueRecord]

    /// The bytes of memory that the report uses.
    var memory: Int {
        unread.reduce(0) { $0 + 32 + $1.utf8.count }
            + refused.reduce(0) { $0 + 64 + $1.key.utf8.count + $1.reason.utf8.count }
    }
}
