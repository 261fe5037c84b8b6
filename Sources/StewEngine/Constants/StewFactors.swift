/// All that a stew's time and heat follow from: a number for each constant, within its range.
package struct StewFactors: Equatable, Sendable {
    private var values: [Double]

    /// Where nobody tuned anything.
    package static let initial = StewFactors()

    private init() {
        values = StewConstant.allCases.map(\.declaration.initial)
    }

    /// The number of a constant.
    package subscript(constant: StewConstant) -> Double { values[constant.rawValue] }

    /// Gives a constant another number, if it may be that.
    package mutating func set(_ constant: StewConstant, to value: Double) throws(StewFault) {
        guard constant.declaration.range.contains(value) else { throw .constant(constant, value) }
        values[constant.rawValue] = value
    }
}
