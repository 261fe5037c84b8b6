import SystemCore

/// How far a peer has come with reading what it is owed, while what it sends is thrown away.
struct DiscardProgress {
    private var left = 0
    private var isOwed = false
    private var lastChange: MonotonicTime

    init(at now: MonotonicTime) {
        lastChange = now
    }

    /// Notes how much is unread; an answer that comes later is owed too.
    mutating func note(left: Int, isOwed: Bool, at now: MonotonicTime) {
        if isOwed || left != self.left {
            lastChange = now
        }
        self.left = left
        self.isOwed = isOwed
    }

    /// Whether it has had its time: a little once all was handed over, as long as for a message while it reads nothing.
    func isOver(_ now: MonotonicTime, after limits: ServerLimits) -> Bool {
        guard !isOwed else { return false }
        return now >= lastChange + (left == 0 ? limits.discardTime : limits.messageTime)
    }
}
