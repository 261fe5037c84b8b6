import StateCore
import SystemCore

/// The system clock, read at most once in a turn.
struct TurnClock {
    private let clock: Clocks
    private var offset: WallOffset
    private var last: (turn: MonotonicTime, moment: Moment)?

    init(_ clock: Clocks) {
        self.clock = clock
        offset = WallOffset(clock)
    }

    /// Returns the time of a turn; nil if the clock was not read in that turn.
    func moment(of turn: MonotonicTime) -> Moment? {
        guard let last, last.turn == turn else { return nil }
        return last.moment
    }

    /// Reads the clock; also returns by how many milliseconds the clock was set since the last reading.
    mutating func read(in turn: MonotonicTime) -> (now: Moment, jump: Int64) {
        let (wall, jump) = offset.read(clock)
        let now = Moment(milliseconds: wall)
        last = (turn, now)
        return (now, jump)
    }
}
