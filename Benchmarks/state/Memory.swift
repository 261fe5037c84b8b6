import CBenchmark

/// What this process has of the machine's memory.
enum Memory {
    /// Bytes it has allocated, the allocator's own headers included; 0 where the system does not tell.
    static func allocated() -> Int { cbenchmark_allocated() }
}
