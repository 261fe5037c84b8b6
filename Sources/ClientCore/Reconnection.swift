package import SystemCore

/// When a client looks again for a daemon that has gone: after pauses that double up to a limit.
///
/// Chance shortens each pause to at least half of it, so that clients that lost a daemon together do not all come back at
/// once. A connection that lasted no longer than the longest pause counts as a failed attempt: a daemon that ends each
/// connection is not asked all the time.
package struct Reconnection {
    private static let shortest = Duration.milliseconds(50)

    /// When the client looks next; none while it is connected, and before its first attempt.
    package private(set) var next: MonotonicTime?
    /// When the daemon was lost; none while the client is connected.
    package private(set) var lost: MonotonicTime?
    private var connected: MonotonicTime?
    private var pause = Reconnection.shortest
    private let longest: Duration

    /// A client that was not connected yet.
    package init(longest: Duration = .seconds(1)) {
        self.longest = longest
    }

    /// Notes that a connection is of use.
    package mutating func succeed(at now: MonotonicTime) {
        (connected, next, lost) = (now, nil, nil)
    }

    /// Notes the end of a connection, or an attempt that failed.
    package mutating func fail(at now: MonotonicTime) {
        var generator = SystemRandomNumberGenerator()
        fail(at: now, by: &generator)
    }

    /// Notes the same with the chance that a test gives.
    package mutating func fail(at now: MonotonicTime, by generator: inout some RandomNumberGenerator) {
        if let connected, connected + longest <= now { pause = Reconnection.shortest }
        connected = nil
        lost = lost ?? now
        next = now + pause * Double.random(in: 0.5...1, using: &generator)
        pause = min(pause * 2, longest)
    }
}
