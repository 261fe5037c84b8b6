import JSONCore

/// A change that the program requests from the daemon.
struct WriteRequest: Sendable {
    enum Kind: Sendable {
        case set([(subject: CellSubject, value: JSON)])
        case toggle(CellSubject)
        case reset(CellSubject)
    }

    let kind: Kind
    /// Whether the daemon replaces an illegal number with the nearest legal one.
    var clamps = false
    /// The time after which the old value returns; nil keeps the new value.
    var duration: Duration?
}
