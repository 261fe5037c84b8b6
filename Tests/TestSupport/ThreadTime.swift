#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Returns the processor time that the calling thread has used.
package func threadTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
