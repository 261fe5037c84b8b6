import LoopCore

/// Decides how many subscriptions are notified of one publication in its own turn; the others are notified later.
///
/// The first 16,384 subscriptions are notified at once. Further ones are notified at once while the turn has time.
struct NotificationPace {
    /// The number of subscriptions for which the clock is not read.
    static let untimed = 16_384
    private static let subscriptionsPerClockRead = 32

    private var count = 0
    private var isOver = false

    /// Returns whether the next subscription is notified later.
    @inline(__always)
    mutating func isOver(on loop: EventLoop) -> Bool {
        count += 1
        return count > NotificationPace.untimed && checkTime(on: loop)
    }

    @inline(never)
    private mutating func checkTime(on loop: EventLoop) -> Bool {
        if !isOver, count % NotificationPace.subscriptionsPerClockRead == 1 {
            isOver = loop.isTurnOver()
        }
        return isOver
    }
}
