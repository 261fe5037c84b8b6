/// The numbers of one round, which measures each setting once.
struct MeasuredRound: Equatable {
    /// Whether A was measured before B.
    let isAFirst: Bool
    var a: Double
    var b: Double
}
