/// The measurements of a run, without the warm-up.
package struct LoadResult: Sendable {
    /// The number of responses.
    package let responses: UInt64
    /// The time in which the responses arrived.
    package let seconds: Double
    /// From just before the send that carried a request to just after the receive that completed its response.
    package let latency: LatencyHistogram
    /// The number of responses to the flood in this time.
    package let floodResponses: Int

    /// The responses a second.
    package var rate: Double { Double(responses) / seconds }
}
