/// The clocks that the program reads; tests substitute their own.
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

    /// The clocks of the kernel.
    package static let kernel = Clocks(monotonic: { Kernel.monotonicTime() }, wall: { Kernel.wallTime() })
}
