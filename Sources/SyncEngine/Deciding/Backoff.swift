/// How long to wait after failures.
enum Backoff {
    private static let first = Duration.seconds(2)
    private static let shortestLimit = Duration.seconds(300)
    private static let longestLimit = Duration.seconds(4 * 3_600)
    /// The longest wait that an origin can ask for.
    static let longestRequest = Duration.seconds(86_400)

    /// Returns the wait after a number of failures in a row: it doubles up to a limit, which follows the interval.
    ///
    /// The jitter, from 0 to 1, spreads the waits of many machines over half of the wait to one and a half of it.
    static func wait(after failures: Int64, interval: Duration, jitter: Double) -> Duration {
        let limit = min(max(interval, shortestLimit), longestLimit)
        let doublings = min(max(failures, 1) - 1, 20)
        return min(first * Int(1 << doublings), limit) * (0.5 + jitter)
    }

    /// Returns the wait after a success: the interval, with a tenth of jitter.
    static func wait(interval: Duration, jitter: Double) -> Duration { interval * (0.95 + jitter / 10) }
}
