import SystemCore

/// How far a peer has come with reading what it is owed, while what it sends is thrown away: a value.
struct DiscardProgress {
    /// How many more bytes of the peer are thrown away.
    private var mayDiscard: Int
    private var unread = 0
    private var isOwed = false
    private var lastChange: MonotonicTime
    /// When `check` is called next.
    private(set) var nextCheck: MonotonicTime

    init(at now: MonotonicTime, _ limits: ServerLimits) {
        mayDiscard = limits.discardedInput
        lastChange = now
        nextCheck = now + limits.discardTime
    }

    /// Takes note of bytes that were thrown away; returns false if they were more than the limit.
    mutating func discard(_ count: Int) -> Bool {
        mayDiscard -= count
        return mayDiscard >= 0
    }

    /// Returns whether the peer has had its time.
    ///
    /// That is a little once all was handed over, and as long as for a message while it reads nothing. An answer that comes
    /// later is owed too.
    mutating func check(unread: Int, isOwed: Bool, at now: MonotonicTime, _ limits: ServerLimits) -> Bool {
        if isOwed || unread != self.unread {
            lastChange = now
        }
        self.unread = unread
        nextCheck = now + limits.discardTime
        return !isOwed && now >= lastChange + (unread == 0 ? limits.discardTime : limits.messageTime)
    }
}
