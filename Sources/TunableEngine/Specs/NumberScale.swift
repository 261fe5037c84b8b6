/// The scale on which programs search or draw the values of a number.
package enum NumberScale: String, CaseIterable, Sendable {
    /// Equal distances.
    case linear
    /// Equal factors.
    case log
}
