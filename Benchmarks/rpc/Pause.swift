#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Waits for the world outside: a process that starts or ends, or memory that is given back.
func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    usleep(UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
