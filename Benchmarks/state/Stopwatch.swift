import CBenchmark

/// A clock for the processor time of work.
///
/// Other programs affect the caches, but do not add their time.
enum Stopwatch {
    /// Returns the nanoseconds of each of `count` repetitions.
    static func nanoseconds(_ count: Int, _ work: () -> Void) -> Double {
        let start = cbenchmark_processor_time()
        work()
        return Double(cbenchmark_processor_time() - start) / Double(max(count, 1))
    }
}
