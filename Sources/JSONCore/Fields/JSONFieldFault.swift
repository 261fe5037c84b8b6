/// The reason why the members of an object or an array cannot be read as a record.
package enum JSONFieldFault: Error, Equatable, Sendable {
    case unknown(String, nearest: String?)
    case missing(String)
    case mismatch(String, expected: String, found: JSONKind)
    case tooMany(most: Int)
    case noFields(JSONKind)
}
