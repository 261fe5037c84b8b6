import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Says how the program is used, to whoever used it otherwise.
func endWithUsage() -> Never {
    let usage = Array("usage: test-server SOCKET [--poll] [--LIMIT NUMBER]...\n".utf8)
    let standardError = Descriptor(owning: STDERR_FILENO)
    do {
        _ = try Kernel.write(standardError, usage.span)
    } catch {
        // Where nobody reads it, nothing is lost.
    }
    exit(2)
}
