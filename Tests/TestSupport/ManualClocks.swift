import Synchronization
package import SystemCore

/// Clocks that change only when a test advances them.
package final class ManualClocks: Sendable {
    private let now: Mutex<(monotonic: MonotonicTime, wall: WallTime)>

    package init(
        monotonic: MonotonicTime = MonotonicTime(nanoseconds: 1_000_000_000),
        wall: WallTime = WallTime(seconds: 1_700_000_000)
    ) {
        now = Mutex((monotonic, wall))
    }

    /// The clocks to pass to the code under test.
    package var clocks: Clocks {
        Clocks(monotonic: { self.now.withLock { $0.monotonic } }, wall: { self.now.withLock { $0.wall } })
    }

    package func advance(by interval: Duration) {
        now.withLock { $0 = ($0.monotonic + interval, $0.wall + interval) }
    }

    /// Sets the wall clock and leaves the monotonic clock unchanged, as if a user had set the system's time.
    package func setWall(_ wall: WallTime) {
        now.withLock { $0.wall = wall }
    }
}

extension WallTime {
    fileprivate static func + (time: WallTime, interval: Duration) -> WallTime {
        let (seconds, nanoseconds) = (Int64(time.nanoseconds) + interval.saturatedNanoseconds)
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        return nanoseconds < 0
            ? WallTime(seconds: time.seconds + seconds - 1, nanoseconds: Int32(nanoseconds + 1_000_000_000))
            : WallTime(seconds: time.seconds + seconds, nanoseconds: Int32(nanoseconds))
    }
}
