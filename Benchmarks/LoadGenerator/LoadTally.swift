import JSONCore
import SystemCore

/// The counters of all connections of a run, and their shared state.
struct LoadTally: ~Copyable {
    var requests: RequestWriter
    var latency = LatencyHistogram()
    var responses: UInt64 = 0
    /// The number of bytes of the deliveries of a fan-out.
    var bytes: UInt64 = 0
    var badResponses: UInt64 = 0
    /// The first wrong response, for the message.
    var firstBad: [UInt8] = []
    /// The time of the last received bytes.
    var lastProgress = MonotonicTime(nanoseconds: 0)
    /// The requests of all clients without a response.
    var owed = 0
    /// Whether the clients send no more and only wait for the missing responses, since a missing response spoils a run.
    var isDraining = false

    init(requests: [RequestTemplate]) {
        self.requests = RequestWriter(requests)
    }

    var isDrained: Bool { isDraining && owed == 0 }

    /// Counts a wrong response and keeps the first one.
    @inline(never)
    mutating func noteBad(_ bytes: Span<UInt8>, in range: Range<Int>) {
        badResponses += 1
        guard firstBad.isEmpty else { return }
        firstBad = Array(bytes, in: range.lowerBound..<min(range.upperBound, range.lowerBound + 300))
    }

    /// The first wrong response as text for a message.
    var firstBadText: String {
        String(decoding: firstBad.filter { $0 >= UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// Ends the warm-up.
    ///
    /// Wrong responses still count: they spoil a run at any time.
    mutating func beginMeasuring() {
        latency.removeAll()
        responses = 0
        bytes = 0
    }
}
