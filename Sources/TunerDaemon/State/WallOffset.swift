import SystemCore

/// The difference between the system clock and the monotonic clock, which jumps when someone sets the system clock.
struct WallOffset {
    /// The difference in milliseconds.
    private var offset: Int64

    /// The largest difference in milliseconds that does not count as a jump.
    ///
    /// A thread that is paused between two readings causes a smaller difference. A clock that is slewed needs minutes
    /// for such a difference.
    private static let tolerance: Int64 = 50

    init(_ clock: Clocks) {
        offset = WallOffset.read(clock).offset
    }

    private static func read(_ clock: Clocks) -> (wall: Int64, offset: Int64) {
        let steady = clock.monotonic().nanoseconds / 1_000_000
        let wall = clock.wall().milliseconds
        return (wall, wall - steady)
    }

    /// Returns the time of the system clock, and its jump since the last call, both in milliseconds.
    mutating func read(_ clock: Clocks) -> (wall: Int64, jump: Int64) {
        var (wall, offset) = WallOffset.read(clock)
        guard abs(offset - self.offset) > WallOffset.tolerance else { return (wall, 0) }
        // Read again: the thread may have been paused between the two readings.
        (wall, offset) = WallOffset.read(clock)
        let jump = offset - self.offset
        guard abs(jump) > WallOffset.tolerance else { return (wall, 0) }
        self.offset = offset
        return (wall, jump)
    }
}
