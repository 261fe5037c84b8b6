import SystemCore

/// The time limit of a turn of the event loop.
///
/// While turns are short, the loop reads the clock only every 32 steps, which costs a short request almost nothing.
/// After a turn that was too long, the loop reads the clock after every step. A client that sends slow requests usually
/// sends more of them.
struct TurnTime {
    /// The nanoseconds after which a turn begins nothing more.
    private static let limit: Int64 = 5_000_000
    /// The number of steps between two reads of the clock while turns are short.
    private static let usualSteps = 32

    /// The number of steps between two reads of the clock.
    private(set) var stepsPerClockRead = usualSteps
    /// Whether the time of the turn is used up.
    private(set) var isOver = false
    private var end: MonotonicTime
    private var steps = 0

    init(from now: MonotonicTime) {
        end = now.advanced(byNanoseconds: TurnTime.limit)
    }

    mutating func begin(at now: MonotonicTime) {
        end = now.advanced(byNanoseconds: TurnTime.limit)
        isOver = false
        steps = 0
    }

    /// Counts a step, and returns whether the caller should read the clock and call ``check(at:)``.
    @inline(__always)
    mutating func step() -> Bool {
        steps += 1
        guard steps >= stepsPerClockRead else { return false }
        steps = 0
        return true
    }

    /// Updates ``isOver``.
    mutating func check(at now: MonotonicTime) {
        isOver = now >= end
    }

    /// Ends the turn; chooses how often the next turn reads the clock.
    mutating func finish(at now: MonotonicTime) {
        stepsPerClockRead = now >= end ? 1 : TurnTime.usualSteps
    }
}
