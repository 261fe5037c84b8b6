import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a program that was called by a person says.
package enum StandardStreams {
    /// Prints to standard output.
    package static func print(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// Says on standard error why the program ends, and ends it.
    package static func fail(_ sentence: String, exitCode: Int32) -> Never {
        write(sentence + "\n", to: STDERR_FILENO)
        exit(exitCode)
    }

    private static func write(_ text: String, to raw: Int32) {
        let descriptor = Descriptor(owning: raw)
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            guard case .bytes(let count) = try? Kernel.write(descriptor, bytes.span.extracting(written...)) else {
                break
            }
            written += count
        }
        _ = descriptor.release()
    }
}
