/// The point that a search recommends.
package struct BestPoint: Sendable, Equatable {
    package let point: SearchPoint
    /// The mean of its measurements.
    package let value: Double
    /// The range that contains the true mean with a probability of 95 percent, or nil without repeated measurements.
    package let interval: ClosedRange<Double>?
    package let repeats: Int
}
