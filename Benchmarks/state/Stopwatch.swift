import CBenchmark

/// Times work by what the processor did for it: others on the machine cost it caches, but not turns.
enum Stopwatch {
    /// The nanoseconds that each of `count` pieces of work took.
    static func nanoseconds(_ count: Int, _ work: () -> Void) -> Double {
        let start = cbenchmark_processor_time()
        work()
        return Double(cbenchmark_processor_time() - start) / Double(max(count, 1))
    }
}
