#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Writes what was printed to the pipe.
func flush() { fflush(nil) }
