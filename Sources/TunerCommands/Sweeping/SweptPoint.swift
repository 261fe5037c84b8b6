import JSONCore
import SearchEngine

/// A point of a sweep with its measurements.
struct SweptPoint {
    let values: JSONObject
    var numbers: [Double] = []
    /// The last fault of a measurement.
    var fault: MeasurementFault?

    init(_ values: JSONObject) { self.values = values }

    /// The median of the numbers; nil if there is none.
    var median: Double? { numbers.isEmpty ? nil : Median(numbers).value }
}
