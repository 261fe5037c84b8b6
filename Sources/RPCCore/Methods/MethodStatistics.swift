/// How often a method was called, how often it failed, and how long its callers waited.
package struct MethodStatistics {
    /// Calls, failed ones too.
    package var calls: UInt64 = 0
    /// Calls that were answered with an error.
    package var errors: UInt64 = 0
    /// From a request's bytes being read to its answer being ready to leave, in nanoseconds.
    package var latency = Histogram()

    init() {}
}
