import JSONCore
import SystemCore

/// What all connections of a run count into, and what they share.
struct LoadTally: ~Copyable {
    var requests: RequestWriter
    var latency = LatencyHistogram()
    var answers: UInt64 = 0
    var badAnswers: UInt64 = 0
    /// The first wrong answer, for the message.
    var firstBad: [UInt8] = []
    /// When something last came.
    var lastProgress = MonotonicTime(nanoseconds: 0)
    /// Requests of all clients that no answer has come to.
    var owed = 0
    /// Nothing more is sent: only what is owed is waited for, since a request without an answer spoils a run.
    var isDraining = false

    init(requests: [RequestTemplate]) {
        self.requests = RequestWriter(requests)
    }

    var isDrained: Bool { isDraining && owed == 0 }

    /// Counts a wrong answer and keeps the first.
    @inline(never)
    mutating func noteBad(_ bytes: Span<UInt8>, in range: Range<Int>) {
        badAnswers += 1
        guard firstBad.isEmpty else { return }
        firstBad = Array(bytes, in: range.lowerBound..<min(range.upperBound, range.lowerBound + 300))
    }

    /// The first wrong answer as a message shows it.
    var firstBadText: String {
        String(decoding: firstBad.filter { $0 >= UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// The warm-up is over.
    ///
    /// Wrong answers stay: they spoil a run whenever they came.
    mutating func beginMeasuring() {
        latency.removeAll()
        answers = 0
    }
}
