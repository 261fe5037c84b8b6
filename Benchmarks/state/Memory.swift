import CBenchmark

/// The memory of this process.
enum Memory {
    /// The allocated bytes, including the allocator's headers; 0 if the system does not report them.
    static func allocated() -> Int { cbenchmark_allocated() }
}
