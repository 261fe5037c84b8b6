/// Calls and errors by method, since the last look at the clock.
struct CallCounts {
    private var calls: [Int]
    private var errors: [Int]
    private var called: [Int] = []
    private let pulse: LoopPulse

    /// No calls yet; each is also published for who watches the loop.
    init(methods: Int, pulse: LoopPulse) {
        self.pulse = pulse
        calls = [Int](repeating: 0, count: methods)
        errors = calls
    }

    /// Whether there is anything to settle.
    var isPending: Bool { !called.isEmpty }

    @inline(__always)
    mutating func call(_ method: Int) {
        if calls[method] == 0 {
            called.append(method)
        }
        calls[method] &+= 1
        pulse.call(method)
    }

    mutating func error(_ method: Int) {
        errors[method] &+= 1
    }

    /// Adds everything to the statistics, and begins again.
    mutating func settle(into statistics: inout [MethodStatistics], nanoseconds: UInt64) {
        while let method = called.popLast() {
            statistics[method].add(calls: calls[method], errors: errors[method], nanoseconds: nanoseconds)
            calls[method] = 0
            errors[method] = 0
        }
    }
}
