package import JSONCore

/// Why a literal cannot be read or replaced.
package enum LiteralFault: Error, Equatable {
    /// The source is not a plain literal: it has a name, a call, an operator or an interpolation.
    case notLiteral
    /// The new value is of another kind than the literal.
    case otherKind(literal: JSONKind, value: JSONKind)
    /// The form of the literal cannot express the value: a hexadecimal number has no fraction.
    case inexpressible
}

extension LiteralFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notLiteral: "the source is not a plain literal"
        case .otherKind(let literal, let value): "the source has \(literal.words), and the value is \(value.words)"
        case .inexpressible: "the form of the literal in the source cannot express the value"
        }
    }
}
