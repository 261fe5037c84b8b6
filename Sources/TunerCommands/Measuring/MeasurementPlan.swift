import SystemCore

/// What a measurement runs.
struct MeasurementPlan {
    /// The command that prints the measured number.
    let metric: RawText
    /// The program beside the metric command, with its arguments; empty for none.
    let program: [RawText]
    /// The time between the start of the program and that of the metric command.
    let settle: Duration
}
