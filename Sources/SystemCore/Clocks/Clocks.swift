/// Where the time comes from; a test puts its own in.
package struct Clocks: Sendable {
    package let monotonic: @Sendable () -> MonotonicTime
    package let wall: @Sendable () -> WallTime

    package init(
        monotonic: @escaping @Sendable () -> MonotonicTime,
        wall: @escaping @Sendable () -> WallTime
    ) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// The machine's own.
    package static let kernel = Clocks(monotonic: { Kernel.monotonicTime() }, wall: { Kernel.wallTime() })
}
