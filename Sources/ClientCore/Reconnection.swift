package import SystemCore

/// The schedule of a client's attempts to reconnect to a daemon.
///
/// The pause doubles after each attempt, up to a limit. A random factor from 0.5 to 1 spreads the attempts of clients
/// that lost the same daemon. A connection that ends before the longest pause has passed counts as a failed attempt. So
/// a client does not reconnect at full speed to a daemon that closes each connection.
package struct Reconnection {
    private static let shortest = Duration.milliseconds(50)

    /// The time of the next attempt; nil while the client is connected and before the first failure.
    package private(set) var next: MonotonicTime?
    /// The time at which the client lost the daemon; nil while the client is connected.
    package private(set) var lost: MonotonicTime?
    private var connected: MonotonicTime?
    private var pause = Reconnection.shortest
    private let longest: Duration

    /// Creates the schedule of a client that was not connected yet.
    package init(longest: Duration = .seconds(1)) {
        self.longest = longest
    }

    /// Records a connection that is ready for use.
    package mutating func succeed(at now: MonotonicTime) {
        (connected, next, lost) = (now, nil, nil)
    }

    /// Records the end of a connection or a failed attempt, and schedules the next attempt.
    ///
    /// The next attempt is after `part` of the pause, from 0.5 to 1. There is no parameter for a generator: the one of the
    /// system has no fields, so it has no memory, and ThreadSanitizer would access a random address.
    package mutating func fail(at now: MonotonicTime, after part: Double = .random(in: 0.5...1)) {
        if let connected, connected + longest <= now { pause = Reconnection.shortest }
        connected = nil
        lost = lost ?? now
        next = now + pause * part
        pause = min(pause * 2, longest)
    }
}
