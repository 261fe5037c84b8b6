/// What cannot be stewed.
package enum StewFault: Error, Equatable, Sendable {
    /// A weight that no pot holds, or that is no number.
    case weight(Double)
    /// A word that names none of the choices there are.
    case word(String, for: StewInput, allowed: [String], nearest: String?)
    /// A constant that may not be this.
    case constant(StewConstant, Double)
}
