import LoadGenerator

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Prints the figures: a second, and the times in microseconds.
func report(rate: Double, _ latency: LatencyHistogram) {
    let (median, slow) = (latency.microseconds(0.5), latency.microseconds(0.99))
    print(#"{"rate":\#(rate),"median":\#(median),"p99":\#(slow)}"#)
}

/// Prints a failure and exits.
func fail(_ text: String) -> Never {
    let bytes = Array("scale-load: \(text)\n".utf8)
    // If no program reads the output, nothing is lost.
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
}
