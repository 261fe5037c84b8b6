#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    package static func monotonicTime() -> MonotonicTime {
        let time = read(monotonicClock)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    package static func wallTime() -> WallTime {
        let time = read(CLOCK_REALTIME)
        return WallTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
    }

    @inline(__always)
    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "every system has these two clocks")
        return time
    }
}

#if os(Linux)
private var monotonicClock: clockid_t { CLOCK_MONOTONIC }
#else
// Not tested on macOS: written from Apple's published sources.
/// Darwin's CLOCK_MONOTONIC counts in microseconds, and continues while the machine sleeps.
private var monotonicClock: clockid_t { CLOCK_UPTIME_RAW }
#endif
