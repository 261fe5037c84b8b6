/// The weight of the tomatoes in ounces, always within ``range``.
package struct StewWeight: Hashable, Sendable {
    /// The accepted weights in ounces.
    package static let range = 4.0...128.0
    /// The default: one large can.
    package static let usual = StewWeight(known: 28)

    package let ounces: Double

    /// Creates a weight; throws if it is out of range.
    package init(ounces: Double) throws(StewFault) {
        guard StewWeight.range.contains(ounces) else { throw .weight(ounces) }
        self.ounces = ounces
    }

    private init(known ounces: Double) {
        self.ounces = ounces
    }
}
