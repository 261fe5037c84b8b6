/// The values of all constants, each within its range.
package struct StewFactors: Equatable, Sendable {
    private var values: [Double]

    /// The defaults.
    package static let initial = StewFactors()

    private init() {
        values = StewConstant.allCases.map(\.properties.initial)
    }

    package subscript(constant: StewConstant) -> Double { values[constant.rawValue] }

    /// Sets the value of a constant; throws if the value is out of range.
    package mutating func set(_ constant: StewConstant, to value: Double) throws(StewFault) {
        guard constant.properties.range.contains(value) else { throw .constant(constant, value) }
        values[constant.rawValue] = value
    }
}
