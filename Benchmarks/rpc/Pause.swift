#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Waits for other processes: until one starts or ends, or returns memory.
func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    usleep(UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
