/// The reason why the members of an object or an array cannot be read as a record.
package enum JSONFieldFault: Error, Equatable, Sendable {
    /// A member that the record does not have, with the declared members.
    case unknown(String, nearest: String?, known: [String])
    case missing(String)
    /// A value of another type; `found` describes the value.
    case mismatch(String, expected: String, found: String)
    case tooMany(most: Int)
    case noFields(JSONKind)
}
