import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The output of a program that a person has started.
package enum StandardStreams {
    /// The width of the terminal on standard output; nil for other output, or if the width is unknown.
    package static var columns: Int? {
        (try? Kernel.withStandardOutput { Kernel.columns(of: $0) }) ?? nil
    }

    package static func print(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    package static func printError(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Prints the reason to standard error and exits.
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
