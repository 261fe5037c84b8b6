/// How often a method was called, how often it failed, and how long its turns took.
package struct MethodStatistics {
    /// Calls, failed ones too.
    package var calls: UInt64 = 0
    /// Calls that failed; not those whose answer was withheld and then replaced.
    package var errors: UInt64 = 0
    /// For each call, how long the turn took that handled it, in nanoseconds; what a withheld answer waits for is left
    /// out.
    package var latency = Histogram()

    init() {}

    /// Adds the calls of a turn.
    mutating func add(calls: Int, errors: Int, nanoseconds: UInt64) {
        self.calls += UInt64(calls)
        self.errors += UInt64(errors)
        latency.add(nanoseconds, times: calls)
    }
}
