import SystemCore

/// The time and the input that a peer may still use while it reads a final error and its own input is discarded.
struct DiscardProgress {
    /// The number of bytes that may still be discarded.
    private var mayDiscard: Int
    private var unread = 0
    private var isOwed = false
    private var lastChange: MonotonicTime
    /// When `check` must be called next.
    private(set) var nextCheck: MonotonicTime

    init(at now: MonotonicTime, _ limits: ServerLimits) {
        mayDiscard = limits.discardedInput
        lastChange = now
        nextCheck = now + limits.discardTime
    }

    /// Counts discarded bytes; returns false if these exceed the limit.
    mutating func discard(_ count: Int) -> Bool {
        mayDiscard -= count
        return mayDiscard >= 0
    }

    /// Returns whether the peer has used up its time.
    ///
    /// `unread` is the number of bytes that the kernel has not accepted. The peer has `messageTime` since the kernel
    /// last accepted some of these bytes. Once the kernel has accepted all of them, the peer has `discardTime`. While a
    /// response is still withheld (`isOwed`), the time does not run.
    mutating func check(unread: Int, isOwed: Bool, at now: MonotonicTime, _ limits: ServerLimits) -> Bool {
        if isOwed || unread != self.unread {
            lastChange = now
        }
        self.unread = unread
        nextCheck = now + limits.discardTime
        return !isOwed && now >= lastChange + (unread == 0 ? limits.discardTime : limits.messageTime)
    }
}
