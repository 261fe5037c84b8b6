#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension Kernel {
    package static func monotonicTime() -> MonotonicTime {
        let time = read(CLOCK_MONOTONIC)
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
