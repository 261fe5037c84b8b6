/// Whether a fetch of a source waits for a change at the origin, and how soon the next fetch begins.
///
/// A fetch waits only after another one that succeeded. So the first fetch, and one after a failure, respond at once.
struct LongPolling: Sendable {
    /// The least time from the beginning of a fetch that waited to the beginning of the next one: an origin that never
    /// waits must not get more requests than this allows.
    private static let leastAfterContent = Duration.milliseconds(100)
    private static let leastAfterNothing = Duration.seconds(1)

    /// Whether the fetch that runs waits for a change.
    private(set) var isWaiting = false
    /// Whether the next fetch begins at once, so that a change arrives at once.
    private(set) var isWatching = false
    /// What the fetch that runs, or the last one, has sent.
    private(set) var sent = Validators()
    private var mayWait = false
    /// Whether the origin has responded at once to the last fetch that asked it to wait.
    private var isIgnored = false

    /// Begins a fetch.
    mutating func begin(_ validators: Validators, canWait: Bool) {
        isWaiting = canWait && mayWait && validators.entityTag != nil
        sent = validators
    }

    /// Ends a fetch with a response, and returns the least time from its beginning to that of the next one.
    ///
    /// The result is nil if the interval counts. `hasWaited` says whether the origin has waited, or was ready to.
    mutating func succeed(canWait: Bool, hasWaited: Bool, isNew: Bool) -> Duration? {
        let hasAsked = isWaiting
        if hasAsked { isIgnored = !hasWaited }
        (isWaiting, mayWait) = (false, true)
        isWatching = canWait && !isIgnored
        guard isWatching else { return nil }
        guard hasAsked else { return .zero }
        return isNew ? LongPolling.leastAfterContent : LongPolling.leastAfterNothing
    }

    /// Ends a fetch that failed; the next one does not wait.
    mutating func fail() { (isWaiting, isWatching, mayWait) = (false, false, false) }

    /// Notes that the content is not usable; the next fetch does not wait, because it gets the same content at once.
    mutating func reject() { mayWait = false }
}
