/// What is wrong with the fields of an object.
package enum JSONFieldFault: Error, Equatable, Sendable {
    case unknown(String, nearest: String?)
    case missing(String)
    case mismatch(String, expected: String, found: JSONKind)
    case tooMany(most: Int)
    case noFields(JSONKind)
}
