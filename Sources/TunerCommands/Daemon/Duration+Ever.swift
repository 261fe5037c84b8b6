extension Duration {
    /// About 30 years: longer than anyone waits, and still safe to add to a clock.
    static let ever = Duration.seconds(1_000_000_000)
}
