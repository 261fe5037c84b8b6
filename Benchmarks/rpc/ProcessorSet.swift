private import CBenchmark
import SystemCore

/// The processors that a thread may run on.
struct ProcessorSet {
    /// One bit each, for a thousand of them.
    private var words: [16 of UInt64] = .init(repeating: 0)

    /// Those of this thread.
    static func current() throws(BenchmarkFailure) -> ProcessorSet {
        var set = ProcessorSet()
        var span = set.words.mutableSpan
        let answer = unsafe span.withUnsafeMutableBufferPointer {
            unsafe cbenchmark_get_affinity(0, $0.baseAddress, $0.count * 8)
        }
        guard answer >= 0 else { throw .noAffinity }
        return set
    }

    /// Only the first of these.
    var first: ProcessorSet {
        var set = ProcessorSet()
        if let word = words.indices.first(where: { words[$0] != 0 }) {
            set.words[word] = words[word] & (~words[word] + 1)
        }
        return set
    }

    /// All but the first of these; none when there is one.
    var others: ProcessorSet {
        var set = self
        let first = first
        for word in words.indices { set.words[word] &= ~first.words[word] }
        return set
    }

    var isEmpty: Bool { words.indices.allSatisfy { words[$0] == 0 } }

    /// Keeps this thread on these.
    func applyToThis() throws(BenchmarkFailure) { try apply(to: 0) }

    /// Keeps all threads of other processes on these.
    func apply(to processes: [Int32]) throws(BenchmarkFailure) {
        for process in processes {
            let threads = (try? Kernel.names(in: "/proc/\(process)/task")) ?? []
            for thread in threads.compactMap({ Int32($0) }) {
                try apply(to: thread)
            }
        }
    }

    private func apply(to thread: Int32) throws(BenchmarkFailure) {
        let answer = unsafe words.span.withUnsafeBufferPointer {
            unsafe cbenchmark_set_affinity(thread, $0.baseAddress, $0.count * 8)
        }
        guard answer >= 0 else { throw .noAffinity }
    }
}
