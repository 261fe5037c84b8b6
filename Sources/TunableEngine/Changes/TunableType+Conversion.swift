package import JSONCore

extension TunableType {
    /// Returns the value in the type that a caller requested.
    ///
    /// A number requested as an integer loses its fraction, and an integer is a number. Any other value of another type
    /// is a fault.
    package func converted(_ value: JSON) throws(ValueFault) -> JSON {
        if self == .integer, case .double(let number) = value {
            let cut = number.rounded(.towardZero)
            return Int64(exactly: cut).map(JSON.integer) ?? .double(cut)
        }
        guard includes(value) else { throw ValueFault(.type(self), in: value) }
        return value
    }
}
