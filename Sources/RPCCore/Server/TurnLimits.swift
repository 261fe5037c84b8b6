/// The limits for the work that one turn does for one connection, so that other connections do not wait long.
package struct TurnLimits {
    /// Messages to handle; each request of a batch counts as one.
    static let messages = 64
    /// Bytes to receive at a time.
    static let bytes = 64 << 10
    /// Bytes to write of a long result.
    ///
    /// An element that begins within the limit is written completely.
    package static let resultBytes = 64 << 10
    /// Nanoseconds to write messages lazily for one connection.
    static let messageNanoseconds: UInt64 = 1_000_000
    /// Elements to examine for a long result, whether they are written or not.
    package static let resultSteps = 250
    /// Bytes of unsent output and of a batch's response.
    ///
    /// Beyond this limit, the batch's results are computed now but written in later turns.
    static let responseBytes = 1 << 20
}
