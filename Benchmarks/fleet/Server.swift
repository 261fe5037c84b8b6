/// A server that handles one request after the other, and counts them.
struct Server {
    private(set) var requests = 0
    private(set) var bytes = 0
    /// The number of requests in the second with the most.
    private(set) var peak = 0
    private var second: Int64 = -1
    private var inSecond = 0
    private var busyUntil = Duration.zero
    var isUp = true

    /// Takes a request, and returns when its response leaves.
    mutating func take(at now: Duration, cost: Duration, bytes: Int) -> Duration {
        requests += 1
        self.bytes += bytes
        if now.components.seconds != second { (second, inSecond) = (now.components.seconds, 0) }
        inSecond += 1
        peak = max(peak, inSecond)
        busyUntil = max(busyUntil, now) + cost
        return busyUntil
    }

    /// Begins to count anew.
    mutating func resetCounts() { (requests, bytes, peak, inSecond) = (0, 0, 0, 0) }
}
