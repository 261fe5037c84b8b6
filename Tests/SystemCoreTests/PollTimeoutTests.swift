import SystemCore
import Testing

@Suite struct PollTimeoutTests {
    @Test(
        arguments: [
            (0, 0), (-5, 0), (.min, 0), (1, 1), (999_999, 1), (1_000_000, 1), (1_000_001, 2), (1_999_999, 2),
            (60_000_000_000, 60_000), (.max, .max),
        ] as [(Int64, Int32)]
    )
    func `a fraction of a millisecond is rounded up`(nanoseconds: Int64, milliseconds: Int32) {
        #expect(PollTimeout.nanoseconds(nanoseconds).milliseconds == milliseconds)
    }

    @Test func `durations and deadlines are rounded alike`() {
        let now = MonotonicTime(nanoseconds: 1_000)
        #expect(PollTimeout.duration(.microseconds(1)).milliseconds == 1)
        #expect(PollTimeout.duration(.seconds(Int64.max)).milliseconds == .max)
        #expect(PollTimeout.duration(.seconds(-1)) == PollTimeout.none)
        #expect(PollTimeout.until(now + .nanoseconds(1), from: now).milliseconds == 1)
        #expect(PollTimeout.until(now, from: now) == PollTimeout.none)
        #expect(PollTimeout.until(now, from: now + .seconds(1)) == PollTimeout.none)
        #expect(
            PollTimeout.until(MonotonicTime(nanoseconds: .max), from: MonotonicTime(nanoseconds: -1)).milliseconds
                == .max
        )
        #expect(PollTimeout.forever.milliseconds == -1)
    }
}
