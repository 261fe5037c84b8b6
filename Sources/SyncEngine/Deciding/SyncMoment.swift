/// The present time by two clocks.
package struct SyncMoment: Sendable, Equatable {
    /// The time since an unknown start, which never goes back.
    package var steady: Duration
    /// The time since the beginning of 1970, as correct as the clock of the machine.
    package var wall: Duration

    package init(steady: Duration, wall: Duration) { (self.steady, self.wall) = (steady, wall) }
}
