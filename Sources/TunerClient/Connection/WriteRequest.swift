import JSONCore

/// What a program asks the daemon to change.
struct WriteRequest: Sendable {
    /// What is done to which subjects.
    enum Kind: Sendable {
        case set([(subject: CellSubject, value: JSON)])
        case toggle(CellSubject)
        case reset(CellSubject)
    }

    let kind: Kind
    /// Whether a value that is not legal becomes the nearest that is.
    var clamps = false
    /// Until what was there before comes back.
    var duration: Duration?
}
