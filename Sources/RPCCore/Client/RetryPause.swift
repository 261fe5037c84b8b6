/// How long to wait before a daemon that has gone is looked for again: each time twice as long, up to a limit.
package struct RetryPause {
    private static let first = Duration.milliseconds(50)

    private var following = RetryPause.first
    private let longest: Duration

    /// The first pause is the shortest.
    package init(longest: Duration = .seconds(2)) {
        self.longest = longest
    }

    /// The next pause.
    package mutating func next() -> Duration {
        defer { following = min(following * 2, longest) }
        return following
    }

    /// The next pause, or down to half of it, so that those who lost a daemon together do not all come back at once.
    package mutating func next(by generator: inout some RandomNumberGenerator) -> Duration {
        next() * Double.random(in: 0.5...1, using: &generator)
    }
}
