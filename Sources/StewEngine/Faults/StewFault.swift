/// An error in the input or the constants of a stew.
package enum StewFault: Error, Equatable, Sendable {
    /// A weight out of range, or NaN.
    case weight(Double)
    /// A word that is not the name of any choice for an input.
    case word(String, for: StewInput, allowed: [String], nearest: String?)
    /// A value out of the range of a constant.
    case constant(StewConstant, Double)
}
