import LoopCore

/// The numbers of calls and errors by method that are not yet in the statistics.
struct CallCounts {
    private var calls: [Int]
    private var errors: [Int]
    private var called: [Int] = []
    private let pulse: LoopPulse

    /// Creates empty counts; `pulse` also receives each call, for the watchdog.
    init(methods: Int, pulse: LoopPulse) {
        self.pulse = pulse
        calls = [Int](repeating: 0, count: methods)
        errors = calls
    }

    /// Whether any call is not yet in the statistics.
    var isPending: Bool { !called.isEmpty }

    @inline(__always)
    mutating func call(_ method: Int) {
        if calls[method] == 0 {
            called.append(method)
        }
        calls[method] &+= 1
        pulse.begin(method)
    }

    mutating func error(_ method: Int) {
        errors[method] &+= 1
    }

    /// Moves all counts into the statistics.
    ///
    /// `nanoseconds` is the latency of each of the calls.
    mutating func settle(into statistics: inout [MethodStatistics], nanoseconds: UInt64) {
        while let method = called.popLast() {
            statistics[method].add(calls: calls[method], errors: errors[method], nanoseconds: nanoseconds)
            calls[method] = 0
            errors[method] = 0
        }
    }
}
