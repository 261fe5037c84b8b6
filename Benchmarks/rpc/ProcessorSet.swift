private import CBenchmark
import SystemCore

/// The processors that a thread may run on.
struct ProcessorSet {
    /// One bit for each of a thousand processors.
    private var words: [16 of UInt64] = .init(repeating: 0)

    /// The processors of this thread.
    static func current() throws(BenchmarkFailure) -> ProcessorSet {
        var set = ProcessorSet()
        var span = set.words.mutableSpan
        let result = unsafe span.withUnsafeMutableBufferPointer {
            unsafe cbenchmark_get_affinity(0, $0.baseAddress, $0.count * 8)
        }
        guard result >= 0 else { throw .noAffinity }
        return set
    }

    /// The set with only the first of these processors.
    var first: ProcessorSet {
        var set = ProcessorSet()
        if let word = words.indices.first(where: { words[$0] != 0 }) {
            set.words[word] = words[word] & (~words[word] + 1)
        }
        return set
    }

    /// The set without the first of these processors; empty if there is only one.
    var others: ProcessorSet {
        var set = self
        let first = first
        for word in words.indices { set.words[word] &= ~first.words[word] }
        return set
    }

    var isEmpty: Bool { words.indices.allSatisfy { words[$0] == 0 } }

    /// Runs `body`, and meanwhile keeps this thread and some processes on one processor, if `isWanted`.
    static func sharingOne<Value>(
        with processes: [Int32],
        if isWanted: Bool,
        _ body: () throws(BenchmarkFailure) -> Value
    ) throws(BenchmarkFailure) -> Value {
        guard isWanted else { return try body() }
        let everywhere = try current()
        try everywhere.first.applyToThis()
        try everywhere.first.apply(to: processes)
        let value = try body()
        try everywhere.applyToThis()
        try everywhere.apply(to: processes)
        return value
    }

    /// Binds this thread to these processors.
    func applyToThis() throws(BenchmarkFailure) { try apply(to: 0) }

    /// Binds all threads of other processes to these processors.
    func apply(to processes: [Int32]) throws(BenchmarkFailure) {
        for process in processes {
            let threads = (try? Kernel.names(in: "/proc/\(process)/task")) ?? []
            for thread in threads.compactMap({ Int32($0) }) {
                try apply(to: thread)
            }
        }
    }

    private func apply(to thread: Int32) throws(BenchmarkFailure) {
        let result = unsafe words.span.withUnsafeBufferPointer {
            unsafe cbenchmark_set_affinity(thread, $0.baseAddress, $0.count * 8)
        }
        guard result >= 0 else { throw .noAffinity }
    }
}
