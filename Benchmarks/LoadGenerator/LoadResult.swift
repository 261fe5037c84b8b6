/// What a run measured, the warm-up left out.
package struct LoadResult: Sendable {
    /// Answers that came.
    package let answers: UInt64
    /// The time that they came in.
    package let seconds: Double
    /// From just before the send that carried a request to just after the receive that completed its answer.
    package let latency: LatencyHistogram
    /// Answers to the flood that came beside them.
    package let floodAnswers: Int

    /// Answers a second.
    package var rate: Double { Double(answers) / seconds }
}
