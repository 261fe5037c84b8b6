import JSONCore

/// Measures values that a search suggests.
protocol PointMeasuring: AnyObject {
    /// Whether a measurement is open.
    var isMeasuring: Bool { get }

    /// Starts a measurement, whose number `next()` returns with its outcome.
    func start(_ number: Int, _ values: JSONObject) throws(Failure)

    /// Waits for the end of a measurement.
    func next() throws(Failure) -> (number: Int, outcome: Measurement.Outcome)

    /// Ends all measurements.
    func stop()
}
