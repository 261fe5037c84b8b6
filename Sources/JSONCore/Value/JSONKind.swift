/// One of the six kinds of JSON value.
@usableFromInline
package enum JSONKind: UInt8, Sendable {
    case null
    case boolean
    case number
    case string
    case array
    case object
}
