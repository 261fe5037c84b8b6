import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Prints how to use the program.
func endWithUsage() -> Never {
    let usage = Array("usage: test-server SOCKET [--poll] [--LIMIT NUMBER]...\n".utf8)
    let standardError = Descriptor(owning: STDERR_FILENO)
    do {
        _ = try Kernel.write(standardError, usage.span)
    } catch {
        // If no program reads the output, nothing is lost.
    }
    exit(2)
}
