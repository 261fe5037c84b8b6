import StateCore
import SystemCore

/// The calendar's time, read once a turn: a value.
struct TurnClock {
    private let clock: Clocks
    private var offset: WallOffset
    /// The last reading.
    private var last: (turn: MonotonicTime, moment: Moment)?

    init(_ clock: Clocks) {
        self.clock = clock
        offset = WallOffset(clock)
    }

    /// The moment of a turn in which the clock was read already.
    func moment(of turn: MonotonicTime) -> Moment? {
        guard let last, last.turn == turn else { return nil }
        return last.moment
    }

    /// Reads the clock; returns also by how many milliseconds somebody has set it since the last reading.
    mutating func read(in turn: MonotonicTime) -> (now: Moment, jump: Int64) {
        let (wall, jump) = offset.read(clock)
        let now = Moment(milliseconds: wall)
        last = (turn, now)
        return (now, jump)
    }
}
