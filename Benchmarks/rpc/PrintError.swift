#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tells the person who waits; the tables alone go to the output.
func printError(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let bytes = Array("rpc-benchmark: \(line)\n".utf8)
        // Where nobody reads it, nothing is lost.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
