import SystemCore

/// The distance between the calendar and the monotonic clock; it jumps when someone sets the machine's clock.
struct WallOffset {
    /// In milliseconds.
    private var offset: Int64

    /// A thread that waits for a processor between two readings sees a smaller jump; a clock that is slewed needs minutes
    /// for as much.
    private static let tolerance: Int64 = 50

    init(_ clock: Clocks) {
        offset = WallOffset.read(clock).offset
    }

    private static func read(_ clock: Clocks) -> (wall: Int64, offset: Int64) {
        let steady = clock.monotonic().nanoseconds / 1_000_000
        let wall = clock.wall().milliseconds
        return (wall, wall - steady)
    }

    /// Returns the calendar's time, and how far it has jumped since the last time, both in milliseconds.
    mutating func read(_ clock: Clocks) -> (wall: Int64, jump: Int64) {
        var (wall, offset) = WallOffset.read(clock)
        guard abs(offset - self.offset) > WallOffset.tolerance else { return (wall, 0) }
        // Once more: this thread may have waited between the two.
        (wall, offset) = WallOffset.read(clock)
        let jump = offset - self.offset
        guard abs(jump) > WallOffset.tolerance else { return (wall, 0) }
        self.offset = offset
        return (wall, jump)
    }
}
