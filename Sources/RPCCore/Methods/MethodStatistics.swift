/// The numbers of calls and errors of one method, and its latency.
package struct MethodStatistics {
    /// The number of calls, including failed calls.
    package var calls: UInt64 = 0
    /// The number of failed calls, without calls whose withheld response was later replaced with an error.
    package var errors: UInt64 = 0
    /// The sum of ``latency`` over all calls, in nanoseconds.
    package var total: UInt64 = 0
    /// For each call, the duration in nanoseconds of the turn that handled it, without the time for which the response
    /// was withheld.
    package var latency = Histogram()

    init() {}

    mutating func add(calls: Int, errors: Int, nanoseconds: UInt64) {
        self.calls += UInt64(calls)
        self.errors += UInt64(errors)
        total &+= UInt64(calls) &* nanoseconds
        latency.add(nanoseconds, times: calls)
    }
}
