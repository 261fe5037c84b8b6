/// How much there is to stew, in ounces: always as much as a pot may hold.
package struct StewWeight: Hashable, Sendable {
    /// What a pot may hold.
    package static let range = 4.0...128.0
    /// One large can.
    package static let usual = StewWeight(known: 28)

    /// The ounces, with all their decimals.
    package let ounces: Double

    /// Takes a weight that can be stewed.
    package init(ounces: Double) throws(StewFault) {
        guard StewWeight.range.contains(ounces) else { throw .weight(ounces) }
        self.ounces = ounces
    }

    private init(known ounces: Double) {
        self.ounces = ounces
    }
}
