import SystemCore

/// What a measurement runs.
struct MeasurementPlan {
    /// The command that prints the measured number.
    let metric: RawText
    /// The program beside the metric command, with its arguments; empty for none.
    let program: [RawText]
    /// The time between the start of the program and that of the metric command.
    let settle: Duration
    /// The command after the metric command that fails for values that must not be used; nil for none.
    var guardCommand: RawText?
    /// The limit of the time of each command; nil without a limit.
    var limit: Duration?

    /// The longest time of a measurement, without the end of its programs; needs a limit.
    var longest: Duration { settle + (limit ?? .zero) * (guardCommand == nil ? 1 : 2) }
}
