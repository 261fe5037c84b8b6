extension Duration {
    /// Longer than anyone waits, and still a time that clocks can count to.
    static let ever = Duration.seconds(1_000_000_000)
}
