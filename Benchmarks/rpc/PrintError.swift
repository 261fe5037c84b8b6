#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Prints a line to standard error.
///
/// Only the tables go to standard output.
func printError(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let bytes = Array("rpc-benchmark: \(line)\n".utf8)
        // If no program reads the output, nothing is lost.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
