import SystemCore

/// Sees that a turn ends in time, so that what is left has its chance in the next.
///
/// While turns are short the clock is looked at seldom, and costs a short request nothing. After one that was too long it
/// is looked at after every step: whoever asks for slow things goes on asking.
struct TurnTime {
    /// A turn that has taken so many nanoseconds begins nothing more.
    private static let limit: Int64 = 5_000_000
    /// How many steps a look is worth while turns are short.
    private static let usualSteps = 32

    /// How many steps may be taken between two looks.
    private(set) var stepsPerLook = usualSteps
    /// Whether nothing more should be begun.
    private(set) var isOver = false
    private var end: MonotonicTime
    private var steps = 0

    init(from now: MonotonicTime) {
        end = now.advanced(byNanoseconds: TurnTime.limit)
    }

    /// Begins a turn.
    mutating func begin(at now: MonotonicTime) {
        end = now.advanced(byNanoseconds: TurnTime.limit)
        isOver = false
        steps = 0
    }

    /// Counts a step; answers whether it is time for a look.
    @inline(__always)
    mutating func step() -> Bool {
        steps += 1
        guard steps >= stepsPerLook else { return false }
        steps = 0
        return true
    }

    /// Takes a look.
    mutating func look(at now: MonotonicTime) {
        isOver = now >= end
    }

    /// Ends the turn.
    mutating func finish(at now: MonotonicTime) {
        stepsPerLook = now >= end ? 1 : TurnTime.usualSteps
    }
}
