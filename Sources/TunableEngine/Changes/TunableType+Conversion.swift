package import JSONCore

extension TunableType {
    /// The value as a caller asked for it: a number is cut to an integer, an integer is a number, all else is only itself.
    package func converted(_ value: JSON) throws(ValueFault) -> JSON {
        if self == .integer, case .double(let number) = value {
            let cut = number.rounded(.towardZero)
            return Int64(exactly: cut).map(JSON.integer) ?? .double(cut)
        }
        guard includes(value) else { throw ValueFault(.type(self), in: value) }
        return value
    }
}
